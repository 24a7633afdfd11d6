#include "engine/source/nvrtc/gpu_job.h"

#include <nlohmann/json.hpp>

#include "engine/base/foreign_text.h"
#include "engine/json/json_fields.h"
#include "engine/source/job.h"

namespace lanescope {

std::string gpu_job_text(const GpuJob& job) {
  nlohmann::json object = {{"text", utf8_of_bytes(job.text)},
                           {"kernel", utf8_of_bytes(job.kernel)},
                           {"headers", nlohmann::json::array()},
                           {"architecture", job.architecture},
                           {"is_launched", job.is_launched},
                           {"block", job.block},
                           {"grid", job.grid},
                           {"dynamic_bytes", job.dynamic_bytes},
                           {"repeats", job.repeats},
                           {"seconds", job.seconds},
                           {"arrays", nlohmann::json::array()},
                           {"arguments", arguments_to_json(job.arguments)}};
  for (const auto& [name, text] : job.headers)
    object["headers"].push_back({{"name", utf8_of_bytes(name)}, {"text", utf8_of_bytes(text)}});
  for (const GpuArray& array : job.arrays)
    object["arrays"].push_back({array.begin, array.bytes, array.is_written, array.is_restored});
  return object.dump();
}

GpuJob gpu_job_from_text(std::string_view text) {
  const auto object = nlohmann::json::parse(text);
  GpuJob job;
  read_path(object, "text", job.text);
  read_path(object, "kernel", job.kernel);
  for (const auto& one : object.at("headers")) {
    auto& [name, header] = job.headers.emplace_back();
    read_path(one, "name", name);
    read_path(one, "text", header);
  }
  object.at("architecture").get_to(job.architecture);
  object.at("is_launched").get_to(job.is_launched);
  object.at("block").get_to(job.block);
  object.at("grid").get_to(job.grid);
  object.at("dynamic_bytes").get_to(job.dynamic_bytes);
  object.at("repeats").get_to(job.repeats);
  object.at("seconds").get_to(job.seconds);
  for (const auto& one : object.at("arrays"))
    job.arrays.push_back({one.at(0).get<std::uint64_t>(), one.at(1).get<std::uint64_t>(), one.at(2).get<bool>(),
                          one.at(3).get<bool>()});
  job.arguments = arguments_from_json(object.at("arguments"));
  return job;
}

std::string gpu_answer_text(const GpuAnswer& answer) {
  const nlohmann::json object = {{"end", kGpuEndNames[static_cast<std::size_t>(answer.end)]},
                                 {"step", kGpuStepNames[static_cast<std::size_t>(answer.step)]},
                                 {"error_name", answer.error_name},
                                 {"error_text", answer.error_text},
                                 {"log", utf8_of_bytes(answer.log)},
                                 {"compiler", answer.compiler},
                                 {"code_bytes", answer.code_bytes},
                                 {"device", answer.device},
                                 {"driver", answer.driver},
                                 {"wanted_bytes", answer.wanted_bytes},
                                 {"free_bytes", answer.free_bytes},
                                 {"registers", answer.resources.registers},
                                 {"static_shared_bytes", answer.resources.static_shared_bytes},
                                 {"local_bytes", answer.resources.local_bytes},
                                 {"blocks_per_sm", answer.blocks_per_sm},
                                 {"median_us", answer.median_us},
                                 {"min_us", answer.min_us},
                                 {"max_us", answer.max_us},
                                 {"repeats", answer.repeats}};
  return object.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

GpuAnswer gpu_answer_from_text(std::string_view text) {
  try {
    const auto object = nlohmann::json::parse(text, nullptr, false);
    require_object(object, "answer");
    GpuAnswer answer;
    read_field(object, "end", kGpuEndNames, answer.end);
    read_field(object, "step", kGpuStepNames, answer.step);
    read_field(object, "error_name", answer.error_name);
    read_field(object, "error_text", answer.error_text);
    read_path(object, "log", answer.log);
    read_field(object, "compiler", answer.compiler);
    read_field(object, "code_bytes", answer.code_bytes);
    read_field(object, "device", answer.device);
    read_field(object, "driver", answer.driver);
    read_field(object, "wanted_bytes", answer.wanted_bytes);
    read_field(object, "free_bytes", answer.free_bytes);
    read_field(object, "registers", answer.resources.registers);
    read_field(object, "static_shared_bytes", answer.resources.static_shared_bytes);
    read_field(object, "local_bytes", answer.resources.local_bytes);
    read_field(object, "blocks_per_sm", answer.blocks_per_sm);
    read_field(object, "median_us", answer.median_us);
    read_field(object, "min_us", answer.min_us);
    read_field(object, "max_us", answer.max_us);
    read_field(object, "repeats", answer.repeats);
    return answer;
  } catch (const Error& error) {
    throw_bad_answer(error);
  }
}

}  // namespace lanescope
