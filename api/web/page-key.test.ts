import { expect, test } from 'bun:test'
import { pageKey } from './page-key.ts'

const key = (path: string, headers: Record<string, string> = {}) =>
  pageKey(new Request(`http://a.example${path}`, { headers }))

test('parameters of trackers and their order make no other key, those of the content do', () => {
  expect(key('/?utm_source=x')).toBe(key('/'))
  expect(key('/vote?filter=notes&utm_source=x&page=2')).toBe(key('/vote?page=2&filter=notes'))
  expect(key('/vote?page=2')).not.toBe(key('/vote?page=3'))
  expect(key('/vote')).not.toBe(key('/'))
})

test('a language makes another key, also the one that the URL names', () => {
  const korean = { 'accept-language': 'ko' }
  expect(key('/', korean)).not.toBe(key('/'))
  expect(key('/?n=1', korean)).toBe(key('/', korean))
  // Its canonical address has the language.
  expect(key('/?lang=ko')).not.toBe(key('/', korean))
})

test('addresses that are no public page stay as they are', () => {
  expect(key('/nothing?n=1')).not.toBe(key('/nothing?n=2'))
})

test('a hundred thousand queries make as many keys as there are pages', () => {
  const posts = new Set<string>()
  const lists = new Set<string>()
  for (let count = 0; count < 100_000; count++) {
    posts.add(key(`/boards/notices/view/3?page=${count}`))
    for (const value of [
      `0${count}`,
      `${count + 100_000}`,
      `x${count}`,
      `${count}.0`,
      `-${count}`,
    ]) {
      lists.add(key(`/rounds?page=${value}`))
    }
    lists.add(key(`/vote?filter=x${count}&utm_source=${count}`))
    lists.add(key(`/ranking?season=${count}&fbclid=${count}`))
  }
  expect(posts.size).toBe(1)
  expect(lists.size).toBe(3)
})
