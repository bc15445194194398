import { packageJson } from './project.mjs'

// Imported first, for its effect, by every npm script: otherwise an old Node fails much later with an
// unrelated message.
const wanted = packageJson.engines.node.replace('>=', '')
const [wantedMajor, wantedMinor] = wanted.split('.').map(Number)
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (major < wantedMajor || (major === wantedMajor && minor < wantedMinor)) {
  console.error(`Tidemark needs Node ${wanted} or newer; this is ${process.versions.node}.`)
  process.exit(1)
}
