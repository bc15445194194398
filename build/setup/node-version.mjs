import { packageJson } from './project.mjs'

// Imported for its effect, and first, by every script that npm runs: an old Node otherwise fails
// much later with a message that does not say why.
const wanted = packageJson.engines.node.replace('>=', '')
const [wantedMajor, wantedMinor] = wanted.split('.').map(Number)
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (major < wantedMajor || (major === wantedMajor && minor < wantedMinor)) {
  console.error(`Tidemark needs Node ${wanted} or newer; this is ${process.versions.node}.`)
  process.exit(1)
}
