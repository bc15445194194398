import { describe, expect, test } from 'bun:test'
import { EventEmitter } from 'node:events'
import { watchActivations } from './deep-links.ts'

const HOME = Symbol('wherever it was')

function openings(args: string[] = [], isHidden = false) {
  const app = new EventEmitter()
  const shown: (string | typeof HOME)[] = []
  const { begin, stop } = watchActivations({
    app,
    args: ['/opt/tidemark', ...args],
    isHiddenStart: () => isHidden,
  })
  let prevented = 0
  return {
    app,
    shown,
    stop,
    begin: () => begin((path) => shown.push(path ?? HOME)),
    link: (text: string) => app.emit('open-url', { preventDefault: () => prevented++ }, text),
    second: (...more: string[]) =>
      app.emit('second-instance', {}, ['/opt/tidemark', '--allow-file-access', ...more]),
    prevented: () => prevented,
  }
}

describe('what the app shows', () => {
  test('a plain start shows it', () => {
    const { begin, shown } = openings()
    begin()
    expect(shown).toEqual([HOME])
  })

  test('a start with the computer shows nothing until it is asked to', () => {
    const { begin, shown, app } = openings([], true)
    begin()
    expect(shown).toEqual([])
    app.emit('activate')
    expect(shown).toEqual([HOME])
  })

  test('a start by a link shows where it leads, even a hidden one', () => {
    const { begin, shown } = openings(['--hidden', 'tidemark://vote/view/7'], true)
    begin()
    expect(shown).toEqual(['/vote/view/7'])
  })

  test('a link that comes before the app is ready is kept, the newest of them', () => {
    const { begin, shown, link, prevented } = openings()
    link('tidemark://boards')
    link('tidemark://vote')
    link('https://elsewhere.example')
    expect(shown).toEqual([])
    begin()
    expect(shown).toEqual(['/vote'])
    link('tidemark://vote/view/9')
    expect(shown).toEqual(['/vote', '/vote/view/9'])
    expect(prevented()).toBe(4)
  })

  test('a second start shows the app, or what its link leads to; started with the computer, nothing', () => {
    const { begin, shown, second } = openings()
    begin()
    second()
    second('tidemark://donation')
    second('--hidden')
    expect(shown).toEqual([HOME, HOME, '/donation'])
  })

  test('it ends', () => {
    const { app, stop } = openings()
    stop()
    expect(app.eventNames()).toEqual([])
  })
})
