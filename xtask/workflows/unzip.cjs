// Unpacks an artifact of a hostile request by the library of actions/download-artifact, as that action does it: into the paths of the
// workflows that are named, on a machine whose checkout has a link at each of them. Nothing outside of the job's folders may change.
const crypto = require("crypto");
const fs = require("fs");
const os = require("os");
const path = require("path");
const unzip = require("unzip-stream");

// Of zip: the polynomial 0xEDB88320, bit by bit.
function crc32(bytes) {
  let sum = ~0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}

// An archive without compression: name and text of each entry.
function archive(entries) {
  const [parts, directory] = [[], []];
  let offset = 0;
  for (const [name, text] of entries) {
    const [bytes, body] = [Buffer.from(name), Buffer.from(text)];
    const about = Buffer.alloc(26);
    about.writeUInt16LE(20, 0);
    about.writeUInt32LE(crc32(body), 10);
    about.writeUInt32LE(body.length, 14);
    about.writeUInt32LE(body.length, 18);
    about.writeUInt16LE(bytes.length, 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), about, bytes, body]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\x00", "latin1"), about, tail, bytes]));
    parts.push(local);
    offset += local.length;
  }
  const whole = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", 0, "latin1");
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(whole.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, whole, end]);
}

function unpacked(file, folder) {
  return new Promise((resolve) => {
    const out = unzip.Extract({ path: folder });
    fs.createReadStream(file).pipe(out).on("close", resolve).on("error", resolve);
  });
}

// What lies below a folder, as one sum.
function sum(folder) {
  const hash = crypto.createHash("sha256");
  const walk = (at) => {
    for (const name of fs.readdirSync(at).sort()) {
      const place = path.join(at, name);
      const about = fs.lstatSync(place);
      hash.update(place + about.mode);
      about.isDirectory() ? walk(place) : hash.update(fs.readFileSync(place));
    }
  };
  walk(folder);
  return hash.digest("hex");
}

async function main(workflows) {
  const machine = fs.mkdtempSync(path.join(os.tmpdir(), "unzip-"));
  const [workspace, temp, outside] = ["workspace", "temp", "outside"].map((name) => path.join(machine, name));
  for (const folder of [workspace, temp, path.join(outside, "symbols")]) fs.mkdirSync(folder, { recursive: true });
  for (const name of ["app.ipa", "verdict.json", "gate", "symbols/map"]) fs.writeFileSync(path.join(outside, name), "as it was");
  const before = sum(outside);
  const names = ["app.ipa", "verdict.json", "gate", "symbols/map", "../outside/app.ipa", path.join(outside, "app.ipa"), "../../escaped"];
  const file = path.join(machine, "artifact.zip");
  fs.writeFileSync(file, archive(names.map((name) => [name, "by the request"])));
  const paths = new Set();
  for (const workflow of workflows) {
    const steps = fs.readFileSync(workflow, "utf8").split(/^      - /m);
    for (const step of steps.filter((step) => step.includes("actions/download-artifact@"))) {
      paths.add(/^ +path: (.*)$/m.exec(step)[1]);
    }
  }
  for (const written of paths) {
    const folder = path.resolve(workspace, written.replaceAll("${{ runner.temp }}", temp));
    // Where the checkout could have a link: the same name in it, and the path itself, if that lies there.
    fs.rmSync(workspace, { recursive: true });
    fs.mkdirSync(workspace);
    fs.symlinkSync(outside, path.join(workspace, path.basename(folder)));
    await unpacked(file, folder);
    if (!fs.existsSync(path.join(folder, "app.ipa"))) throw new Error(`nothing was unpacked to ${written}`);
    if (sum(outside) !== before) throw new Error(`what is unpacked to ${written} leads out`);
  }
  if (fs.existsSync(path.join(machine, "escaped"))) throw new Error("a name leads out");
  // A path in the checkout, which no template has: the library follows its link, so this check can fail.
  fs.symlinkSync(outside, path.join(workspace, "apps"));
  await unpacked(file, path.join(workspace, "apps"));
  if (sum(outside) === before) throw new Error("a link of the checkout is not followed: what is shown here?");
  fs.rmSync(machine, { recursive: true });
  console.log(`${paths.size} paths of downloaded artifacts: none leads out`);
}

main(process.argv.slice(2)).catch((error) => {
  console.error(String(error));
  process.exit(1);
});
