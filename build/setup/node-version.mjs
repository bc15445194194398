import { packageJson } from './project.mjs'

/**
 * Ends the process when this Node is older than `wanted`, such as `22.12.0`.
 * @param {string} wanted
 * @param {string} subject
 */
export function requireNode(wanted, subject) {
  const [wantedMajor = 0, wantedMinor = 0] = wanted.split('.').map(Number)
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return
  console.error(`${subject} needs Node ${wanted} or newer; this is ${process.versions.node}.`)
  process.exit(1)
}

// Imported first, for its effect, by every npm script: otherwise an old Node fails much later with an
// unrelated message.
requireNode(packageJson.engines.node.replace('>=', ''), 'Tidemark')
