import { expect, test } from 'bun:test'
import { createTemplate } from './page-template.ts'

const preload = (href: string) => `<link rel="modulepreload" crossorigin href="${href}">`
const STYLE = '<link rel="stylesheet" crossorigin href="/a.css">'
const ENTRY = '<script type="module" blocking="render" crossorigin src="/entry.js"></script>'
const built = `<head>${ENTRY}${preload('/base.js')}${STYLE}`

test('a template names its modules for the early script, in the order in which they run', () => {
  const page = `${built}${preload('/part.js')}${preload('/home.js')}</head>`
  const modules = '/base.js /entry.js /part.js /home.js'
  const script = `<script src="/early.js" data-modules="${modules}"></script>`
  const whole = '<link rel="expect" href="#seed" blocking="render">'
  expect(createTemplate(page, '/early.js', built)).toBe(`<head>${whole}${script}${STYLE}</head>`)
})
