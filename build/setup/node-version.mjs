import { packageJson } from './project.mjs'

/**
 * Ends the process unless this Node is in `range`: `^22.12.0` is 22.12.0 or a newer 22, `>=24.0.0` has
 * no upper end, and ` || ` separates alternatives.
 * @param {string} range
 * @param {string} subject
 */
export function requireNode(range, subject) {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const wanted = range.split(' || ').map((part) => {
    const version = part.replace(/^\D+/, '')
    const [wantedMajor = 0, wantedMinor = 0] = version.split('.').map(Number)
    const isOpen = part.startsWith('>=')
    return {
      text: isOpen ? `${version} or newer` : `${wantedMajor} from ${version}`,
      isMet: major === wantedMajor ? minor >= wantedMinor : isOpen && major > wantedMajor,
    }
  })
  if (wanted.some(({ isMet }) => isMet)) return
  const list = new Intl.ListFormat('en', { type: 'disjunction' })
  const versions = list.format(wanted.map(({ text }) => text))
  console.error(`${subject} needs Node ${versions}; this is ${process.versions.node}.`)
  process.exit(1)
}

// Imported first, for its effect, by every npm script: otherwise an old Node fails much later with an
// unrelated message.
requireNode(packageJson.engines.node, 'Tidemark')
