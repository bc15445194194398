import { runTasks } from '#api/infrastructure/worker-thread.ts'
import type { PackedRound } from './call-groups.ts'
import { findTwins } from './twin-search.ts'

// Runs in a thread of its own: rounds of 100,000 people take seconds of CPU.

runTasks(async (rounds: readonly PackedRound[]) => findTwins(rounds))
