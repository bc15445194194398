import data from 'unhomoglyph/data.json'

/** Small capitals, which Unicode's data keeps apart from the letters, in the order of the alphabet. */
const SMALL_CAPITALS = 'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡxʏᴢ'
/** First of alphabets without a compatibility decomposition: negative circled, negative squared, regional. */
const ENCLOSED = [0x1f150, 0x1f170, 0x1f1e6]
/** Shapes of two small capitals in the data. */
const PROTOTYPES: Readonly<Record<string, string>> = { ʍ: 'm', ĸ: 'k' }

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz']
const smallCapitals = [...SMALL_CAPITALS]

/** Whether compatibility decomposition and lower case alone resolve the character. */
const isPlain = (character: string) =>
  /^[a-z]+$/.test(character.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase())

function letterOf(prototype: string): string | undefined {
  if (/^[a-z]$/i.test(prototype)) return prototype.toLowerCase()
  return PROTOTYPES[prototype] ?? LETTERS[smallCapitals.indexOf(prototype)]
}

/** By letter, the characters that look like it in Unicode's confusables (UTS #39), and enclosed letters. */
export function lookAlikeTable(): Record<string, string> {
  const found = new Map(LETTERS.map((letter) => [letter, new Set<string>()]))
  const add = (letter: string | undefined, character: string) => {
    if (letter !== undefined && !isPlain(character)) found.get(letter)?.add(character)
  }
  for (const [index, letter] of LETTERS.entries()) {
    add(letter, smallCapitals[index] ?? letter)
    for (const first of ENCLOSED) add(letter, String.fromCodePoint(first + index))
  }
  for (const [character, prototype] of Object.entries(data)) {
    if ([...character].length === 1) add(letterOf(prototype), character)
  }
  return Object.fromEntries([...found].map(([letter, all]) => [letter, [...all].join('')]))
}

/** The source of shared/rules/look-alikes.ts. */
export function lookAlikeModule(): string {
  const lines = Object.entries(lookAlikeTable()).map(([letter, all]) => {
    const escaped = [...all].map((one) => `\\u{${(one.codePointAt(0) ?? 0).toString(16)}}`).join('')
    return `  ${letter}: '${escaped}',`
  })
  return `// Written by build/write-look-alikes.ts from Unicode's confusables; do not edit.

/** Characters that look like a Latin letter and that neither NFKD nor lower case resolves, by letter. */
export const LOOK_ALIKES: Readonly<Record<string, string>> = {
${lines.join('\n')}
}
`
}
