import { describe, expect, test } from 'bun:test'
import { shortcutTexts } from '#shared/i18n/screens/shortcuts.ts'
import { createKeyMatcher, type Keyboard, type KeyPress, PREFIX_MS } from './match-keys.ts'
import { PREFIX, SHORTCUTS } from './shortcut-table.ts'

const NO_KEY: KeyPress = {
  key: '',
  code: '',
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  repeat: false,
  isComposing: false,
  isAltGraph: false,
  isInField: false,
}

/** A matcher whose clock the test moves. */
function start(keyboard: Partial<Keyboard> = {}) {
  let now = 0
  const match = createKeyMatcher({
    isMac: false,
    areAltDigitsTaken: false,
    ...keyboard,
    now: () => now,
  })
  const press = (key: string, part: Partial<KeyPress> = {}) =>
    match({ ...NO_KEY, key, ...part })?.id ?? null
  return { match, press, wait: (ms: number) => (now += ms) }
}

describe('the table of shortcuts', () => {
  test('gives each key of a prefix and modifier to one shortcut', () => {
    const all = SHORTCUTS.flatMap((shortcut) => {
      const { keys, prefix = '', modifier = '' } = { prefix: '', modifier: '', ...shortcut }
      return keys.map((key) => `${prefix} ${modifier} ${key}`)
    })
    expect(new Set(all).size).toBe(all.length)
    expect(all).not.toContain(`  ${PREFIX}`)
  })

  test('has a text for each shortcut and none more', () => {
    const texts = Object.keys(shortcutTexts['en-US']).filter((key) => key.startsWith('shortcut.'))
    expect(texts).toEqual(SHORTCUTS.map(({ id }) => `shortcut.${id}`))
  })
})

describe('single keys', () => {
  test('match by their character, also with caps lock', () => {
    const { press } = start()
    expect(press('j')).toBe('nextRow')
    expect(press('J')).toBe('nextRow')
    expect(press('?', { shiftKey: true })).toBe('help')
    expect(press('x')).toBeNull()
  })

  test('say which of several keys was pressed', () => {
    const { match } = start()
    expect(match({ ...NO_KEY, key: '3' })).toMatchObject({ id: 'view', index: 2 })
  })

  test('match by their place where the layout gives Hangul or the input method takes the key', () => {
    const { press } = start()
    expect(press('ㅓ', { code: 'KeyJ' })).toBe('nextRow')
    expect(press('Process', { code: 'KeyK' })).toBe('previousRow')
    expect(press('ㅎ', { code: 'KeyG' })).toBeNull()
    expect(press('ㅗ', { code: 'KeyH' })).toBe('home')
  })

  test('follow the layout, not the place, where it gives a Latin letter', () => {
    expect(start().press('j', { code: 'KeyC' })).toBe('nextRow')
  })

  test('do nothing with Shift, Ctrl, Alt or ⌘, in fields and in a composition', () => {
    const { press } = start()
    expect(press('J', { shiftKey: true })).toBeNull()
    expect(press('ㅓ', { code: 'KeyJ', shiftKey: true })).toBeNull()
    expect(press('l', { ctrlKey: true })).toBeNull()
    expect(press('d', { altKey: true })).toBeNull()
    expect(press('[', { metaKey: true })).toBeNull()
    expect(press('n', { isInField: true })).toBeNull()
    expect(press('n', { isComposing: true })).toBeNull()
  })

  test('match a character that AltGr types', () => {
    const german = { ctrlKey: true, altKey: true, isAltGraph: true }
    expect(start().press('[', german)).toBe('previousPage')
  })

  test('repeat for rows only', () => {
    const { press } = start()
    expect(press('k', { repeat: true })).toBe('previousRow')
    expect(press('l', { repeat: true })).toBeNull()
  })

  test('leave Enter to the browser', () => {
    expect(start().press('Enter')).toBeNull()
  })
})

describe('the prefix', () => {
  test('opens a screen within its time', () => {
    const { press, match, wait } = start()
    expect(press('g')).toBeNull()
    wait(PREFIX_MS - 1)
    expect(match({ ...NO_KEY, key: 'r' })).toMatchObject({ id: 'rounds', path: '/rounds' })
  })

  test('expires, after which the second key has its own meaning', () => {
    const { press, wait } = start()
    press('g')
    wait(PREFIX_MS)
    expect(press('k')).toBe('previousRow')
  })

  test('ends at an unknown second key, which does nothing', () => {
    const { press } = start()
    press('g')
    expect(press('l')).toBeNull()
    expect(press('h')).toBeNull()
    expect(press('l')).toBe('like')
  })

  test('outlasts a modifier, and is no prefix in a field', () => {
    const { press } = start()
    press('g')
    press('Shift', { shiftKey: true })
    expect(press('b')).toBe('boards')
    press('g', { isInField: true })
    expect(press('k')).toBe('previousRow')
  })
})

describe('keys of the forms', () => {
  test('submit by Ctrl+Enter, on macOS by ⌘+Enter, also from a field', () => {
    const field = { isInField: true }
    expect(start().press('Enter', { ...field, ctrlKey: true })).toBe('submit')
    expect(start().press('Enter', { ...field, metaKey: true })).toBeNull()
    expect(start({ isMac: true }).press('Enter', { ...field, metaKey: true })).toBe('submit')
    expect(start({ isMac: true }).press('Enter', { ...field, ctrlKey: true })).toBeNull()
  })

  test('choose a direction by the place of the digit, which Option and Shift change', () => {
    const option = { code: 'Digit2', altKey: true, isInField: true }
    expect(start({ isMac: true }).press('™', option)).toBe('direction')
    expect(start().press('2', { ...option, code: 'Numpad2' })).toBeNull()
  })

  test('leave Alt and a digit to browsers that switch tabs by it', () => {
    const { press } = start({ areAltDigitsTaken: true })
    const alt = { code: 'Digit1', altKey: true }
    expect(press('1', alt)).toBeNull()
    expect(press('!', { ...alt, shiftKey: true })).toBe('direction')
  })
})
