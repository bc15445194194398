import { fromRoot } from '#build/setup/project.mjs'

/**
 * Reads the code blocks of a section of a page of docs/.
 * @param heading of the section, such as `## Failover`; its subsections belong to it
 * @returns the section's text, and its `index`-th block of a language; both throw when there is none
 */
export async function readGuide(heading: string, page = 'DATABASE.md') {
  const file = await Bun.file(fromRoot('docs', page)).text()
  const start = file.indexOf(`${heading}\n`)
  if (start < 0) throw new Error(`${page} has no section "${heading}"`)
  const level = heading.lastIndexOf('#') + 1
  const next = new RegExp(`^#{1,${level}} `, 'm').exec(file.slice(start + heading.length))
  const text = file.slice(start, next ? start + heading.length + next.index : undefined)
  const block = (language: string, index = 0): string => {
    const pattern = new RegExp(`^( *)\`\`\`${language}\n(.*?)\n\\1\`\`\``, 'gms')
    const [, indentation, found] = [...text.matchAll(pattern)][index] ?? []
    if (found === undefined) throw new Error(`"${heading}" has no block ${index} of ${language}`)
    return found.replaceAll(new RegExp(`^${indentation}`, 'gm'), '')
  }
  return { text, block }
}
