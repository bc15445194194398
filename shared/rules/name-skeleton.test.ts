import { expect, test } from 'bun:test'
import { areNamesSimilar } from './name-skeleton.ts'

test.each([
  ['Rude Name', 'Rude Name'],
  ['Rude Name', 'rude_name'],
  ['Rude Name', 'Rude Nane'],
  ['Rude Name', 'Rude Names!'],
  ['Rude Name', 'Ｒude  Nаme 2'],
  ['Rude Name', 'xRude Namex'],
  ['Fool', 'F00l'],
  ['Fool', 'Foo1s'],
  ['바보멍청이', '바보멍청잉'],
  ['바보', '바부'],
  ['🖕🖕', '🖕🖕'],
])('%s is the same name as %s', (one, other) => {
  expect(areNamesSimilar(one, other)).toBe(true)
})

test.each([
  ['Rude Name', 'Nice Name'],
  ['Fool', 'Noon'],
  ['Bob', 'Rob'],
  ['김철수', '이영희'],
  ['바보', '나무'],
  ['!!!', '???'],
])('%s is another name than %s', (one, other) => {
  expect(areNamesSimilar(one, other)).toBe(false)
})
