// Builds a model of the exported Chrome trace with a strict reader that was not written here, and walks its nested calls.
// Argument: the trace.

const fs = require("fs");
const { buildModel } = require("@tracerbench/trace-model");

const { traceEvents } = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));
const model = buildModel(traceEvents);
const complete = traceEvents.filter((event) => event.ph === "X");
let calls = 0;
let deepest = 0;
for (const process of model.processes) {
  for (const thread of process.threads) {
    const open = [];
    for (const event of thread.events) {
      if (!event.isComplete()) continue;
      while (open.length && open[open.length - 1] <= event.start) open.pop();
      const end = event.start + event.duration;
      // A call that ends behind its caller is in no order that a viewer can draw; timestamps are picoseconds.
      if (open.length && end > open[open.length - 1] + 1e-6) throw new Error(`${event.name} ends behind its caller`);
      open.push(end);
      calls++;
      deepest = Math.max(deepest, open.length);
    }
  }
}
if (!calls || calls !== complete.length) throw new Error(`${calls} calls read of ${complete.length}`);
console.log(`chrome.json: ${model.processes.length} processes, ${calls} calls, ${deepest} deep`);
