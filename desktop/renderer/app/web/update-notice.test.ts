import { expect, test } from 'bun:test'
import { buildOf } from './update-notice.ts'

test('the build of a page is its entry, wherever the page names it', () => {
  const entry = '/assets/index-pTIL_wZ-1.js'
  const styles = '<link rel="stylesheet" href="/assets/index-CYGXtrZ0.css">'
  expect(buildOf(`${styles}<script type="module" src="${entry}"></script>`)).toBe(entry)
  expect(buildOf(`${styles}<script src="/assets/load.js" data-entry="${entry}"></script>`)).toBe(
    entry,
  )
  expect(buildOf(styles)).toBeNull()
})
