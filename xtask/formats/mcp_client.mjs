// Calls the tools of `gate mcp` with the official client of npm: mcp_client.mjs GATE FOLDER.
import assert from "node:assert/strict";
import { createRequire } from "node:module";

const installed = createRequire(process.env.NODE_PATH + "/");
const { Client } = installed("@modelcontextprotocol/sdk/client/index.js");
const { StdioClientTransport } = installed("@modelcontextprotocol/sdk/client/stdio.js");

const [gate, folder] = process.argv.slice(2);
const client = new Client({ name: "formats", version: "1.0.0" });
await client.connect(new StdioClientTransport({ command: gate, args: ["mcp", "--folder", folder] }));
const { tools } = await client.listTools();
assert.deepEqual(tools.map((tool) => tool.name).sort(), ["check", "explain", "look", "trend"]);
const sides = { runs: ["head/launches.jsonl"], base: ["base/launches.jsonl"] };
const answer = await client.callTool({ name: "check", arguments: sides });
assert.equal(JSON.parse(answer.content[0].text).format, "launchgate.brief/1");
const refused = await client.callTool({ name: "check", arguments: { runs: ["/etc/passwd"] } });
assert.match(refused.content[0].text, /outside of the folders/);
await client.close();
