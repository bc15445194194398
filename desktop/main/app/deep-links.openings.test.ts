import { describe, expect, test } from 'bun:test'
import { EventEmitter } from 'node:events'
import { watchActivations } from './deep-links.ts'

const HOME = Symbol('current page')

function createFixture(args: string[] = [], isHidden = false) {
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

describe('watchActivations', () => {
  test('shows the app at a normal start', () => {
    const { begin, shown } = createFixture()
    begin()
    expect(shown).toEqual([HOME])
  })

  test('shows nothing at a hidden start until activated', () => {
    const { begin, shown, app } = createFixture([], true)
    begin()
    expect(shown).toEqual([])
    app.emit('activate')
    expect(shown).toEqual([HOME])
  })

  test('shows the path of a link, also at a hidden start', () => {
    const { begin, shown } = createFixture(['--hidden', 'tidemark://vote/view/7'], true)
    begin()
    expect(shown).toEqual(['/vote/view/7'])
  })

  test('shows the newest link that arrived before the app was ready', () => {
    const { begin, shown, link, prevented } = createFixture()
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

  test('a second start shows the app or its link; a hidden one nothing', () => {
    const { begin, shown, second } = createFixture()
    begin()
    second()
    second('tidemark://donation')
    second('--hidden')
    expect(shown).toEqual([HOME, HOME, '/donation'])
  })

  test('removes its listeners on stop', () => {
    const { app, stop } = createFixture()
    stop()
    expect(app.eventNames()).toEqual([])
  })
})
