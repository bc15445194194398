import { runTasks } from '#api/infrastructure/worker-thread.ts'
import { runSkillTask, type SkillTask } from './skill-tasks.ts'

// Runs in a thread of its own: a round of a million people takes seconds of CPU.

runTasks(async (task: SkillTask) => runSkillTask(task))
