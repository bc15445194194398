-- Prints what a run of wrk measured as one line of JSON; latencies in milliseconds.
done = function(summary, latency)
  local errors = summary.errors
  local failed = errors.connect + errors.read + errors.write + errors.status + errors.timeout
  io.write(string.format(
    '\n{"requests":%d,"perSecond":%f,"failed":%d,"p50":%f,"p99":%f}\n',
    summary.requests, summary.requests / (summary.duration / 1e6), failed,
    latency:percentile(50) / 1000, latency:percentile(99) / 1000))
end
