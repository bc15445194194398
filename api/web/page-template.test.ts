import { expect, test } from 'bun:test'
import { createTemplate, withEarlyScript } from './page-template.ts'

const preload = (href: string) => `<link rel="modulepreload" crossorigin href="${href}">`
/** Text that a replacement pattern would change. */
const EARLY = "run('$&')"
const STYLE = '<link rel="stylesheet" crossorigin href="/a.css">'
const ENTRY = '<script type="module" blocking="render" crossorigin src="/entry.js"></script>'
const WHOLE = '<link rel="expect" href="#seed" blocking="render">'
const built = `<head>${ENTRY}${preload('/base.js')}${STYLE}`

test('a page without markup has the early script before its modules', () => {
  expect(withEarlyScript(`${built}</head>`, EARLY)).toBe(
    `<head><script>${EARLY}</script>${ENTRY}${preload('/base.js')}${STYLE}</head>`,
  )
})

test('a template names its modules for the early script, in the order in which they run', () => {
  const page = `${built}${preload('/part.js')}${preload('/home.js')}</head>`
  const modules = '/base.js /entry.js /part.js /home.js'
  const script = `<script data-modules="${modules}">${EARLY}</script>`
  expect(createTemplate(page, { early: EARLY, sheet: null, built })).toBe(
    `<head>${WHOLE}${script}${STYLE}</head>`,
  )
})

test('a template loads one sheet for all, which stay disabled so that no module adds them', () => {
  const page = `${built}<link rel="stylesheet" crossorigin href="/home.css"></head>`
  const script = `<script data-modules="/base.js /entry.js">${EARLY}</script>`
  const sheet = '<link rel="stylesheet" crossorigin href="/page.css">'
  const disabled = (href: string) => `<link disabled rel="stylesheet" crossorigin href="${href}">`
  expect(createTemplate(page, { early: EARLY, sheet: '/page.css', built })).toBe(
    `<head>${WHOLE}${script}${sheet}${disabled('/a.css')}${disabled('/home.css')}</head>`,
  )
})
