import { describe, expect, test } from 'bun:test'
import { commandWords } from './command-words.ts'
import { type Command, type CommandWords, commandsFor, PLACES } from './commands.ts'

const names = (typed: string, words: CommandWords = commandWords()) =>
  commandsFor(typed, words).map((command: Command) =>
    command.kind === 'place'
      ? command.place.key
      : command.kind === 'level'
        ? command.price
        : command.direction,
  )

describe('the commands of a typed text', () => {
  test('are the first places while nothing is typed', () => {
    expect(names('')).toEqual(['home', 'calls', 'desk', 'rounds', 'ranking', 'frees'])
    expect(names('  ')).toEqual(names(''))
  })

  test('are places by the beginning of a word of their name, in both languages', () => {
    expect(names('desk')).toEqual(['desk'])
    expect(names('ROU')).toEqual(['rounds'])
    expect(names('데스')).toEqual(['desk'])
    expect(names('라운드')).toEqual(['rounds'])
    expect(names('board')).toEqual(['frees', 'notices', 'suggestions'])
    expect(names('설정')).toEqual(['alerts', 'account'])
    expect(names('zz')).toEqual([])
  })

  test('set a level by a price, with or without the word', () => {
    expect(names('95000')).toEqual(['95000'])
    expect(names('95,000.50')).toEqual(['95000.50'])
    expect(names('alert 95000')).toEqual(['95000'])
    expect(names('알림 95000')).toEqual(['95000'])
    expect(names('alert 7')).toEqual(['7'])
    expect(names('26')).toEqual([])
    expect(names('alert x')).toEqual([])
    expect(names('11/26')).toEqual([])
  })

  test('make a call by a direction, with or without the word', () => {
    expect(names('vote up')).toEqual(['up'])
    expect(names('call')).toEqual(['up', 'steady', 'down', 'calls', 'verify'])
    expect(names('예측 상승')).toEqual(['up'])
    expect(names('하락')).toEqual(['down'])
    expect(names('down')).toEqual(['down'])
  })

  test('reach every place by its name', () => {
    const words = commandWords()
    for (const { key } of PLACES) {
      for (const name of words.places.get(key) ?? []) expect(names(name)).toContain(key)
    }
  })
})
