import { createMemorySessionStore } from '#tests/support/memory-session-store.ts'
import { sessionCases } from '#tests/support/session-cases.ts'

sessionCases(createMemorySessionStore, 300)
