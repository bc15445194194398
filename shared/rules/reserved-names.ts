import { DELETED_NICKNAME } from './deleted-user.ts'

/** Names that claim to speak for the site. */
const LATIN = ['tidemark', 'admin', 'official']
const KOREAN = ['타이드마크', '운영자', '관리자']
/** Shown in place of the author of an erased account. */
const ERASED = [DELETED_NICKNAME.toLowerCase(), '삭제된사용자']

/**
 * Look-alikes (UTS #39) of the letters in LATIN that neither compatibility decomposition nor lower case
 * resolves. I, l and 1 look alike, so they become one letter.
 */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  a: 'аαɑᴀꭺ@4',
  c: 'сϲᴄⲥ',
  d: 'ԁꭰᴅ',
  e: 'еεҽєᴇꭼ℮3',
  f: 'ƒꞙքϝ',
  l: 'iіιıɩӏǀꙇⲓ1|!',
  k: 'кκᴋⲕĸꮶ',
  m: 'мμᴍⲙꮇ',
  n: 'пνոռɴⲛ',
  o: 'оοօᴏⲟ〇0',
  r: 'гᴦⲅʀꭇ',
  t: 'тτᴛⲧꭲ7',
}
const LETTER = new Map(
  Object.entries(LOOK_ALIKES).flatMap(([letter, others]) =>
    [...others].map((other) => [other, letter] as const),
  ),
)

/** Equal for texts that look alike in the letters of the reserved names. */
function skeleton(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return [...plain]
    .map((letter) => LETTER.get(letter) ?? letter)
    .join('')
    .replaceAll('rn', 'm')
}

const RESERVED = LATIN.map(skeleton)

/**
 * Whether a name, or a word of it, is reserved in any case or look-alike form, also with digits around it
 * or its letters spaced. Part of a longer word is allowed: badminton.
 */
export function isReservedName(name: string): boolean {
  const hangul = name.normalize('NFKC').replace(/[^\p{L}\p{N}]/gu, '')
  if (KOREAN.some((word) => hangul.includes(word))) return true
  if (ERASED.includes(hangul.toLowerCase())) return true
  const words = name
    .normalize('NFKC')
    .split(/[^\p{L}\p{M}\p{N}@|!]+/u)
    .flatMap((word) => [word, word.replace(/^\p{N}+|\p{N}+$/gu, '')])
  const joined = name.replace(/[^\p{L}\p{M}\p{N}@|!]/gu, '')
  return [joined, ...words].some((word) => RESERVED.includes(skeleton(word)))
}
