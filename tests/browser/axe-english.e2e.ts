import { describe } from 'bun:test'
import { walkAllScreens } from './support/axe-walk.ts'

describe('accessibility in English', () => walkAllScreens('en-US'))
