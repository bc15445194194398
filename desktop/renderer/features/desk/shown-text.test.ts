import { describe, expect, test } from 'bun:test'
import { pathOf, type ShownText, searchOf, shownTextOf } from './shown-text.ts'

const of = (search: string) => shownTextOf(new URLSearchParams(search))

describe('the text that the desk shows', () => {
  const TEXTS: [ShownText, string][] = [
    [{ kind: 'vote', id: 12 }, '/vote/view/12'],
    [{ kind: 'post', board: 'frees', id: 7 }, '/boards/frees/view/7'],
  ]
  test.each(TEXTS)('%o is what its query names, and has a screen of its own', (text, path) => {
    expect(of(searchOf(text))).toEqual(text)
    expect(pathOf(text)).toBe(path)
  })

  test('is named beside the place of its thread', () => {
    expect(of('?vote=12&reply=5')).toEqual({ kind: 'vote', id: 12 })
  })

  test.each([
    '',
    '?vote=',
    '?vote=0',
    '?vote=x',
    '?vote=1e3',
    '?post=frees',
    '?post=gold-1',
    '?post=frees-0',
  ])('is none for %p', (search) => expect(of(search)).toBeNull())
})
