import { every } from '#api/infrastructure/clock.ts'
import type { JobLock } from '#api/infrastructure/job-lock.ts'
import type { RepeatingJob } from '#api/infrastructure/repeating-job.ts'
import type { ErasedIdentities } from '#api/modules/account/erased-identity-store.ts'
import type { AccountService } from '#api/modules/account/service.ts'
import type { FlipWatch } from '#api/modules/alerts/flip-watch.ts'
import type { LevelWatch } from '#api/modules/alerts/level-watch.ts'
import type { WorthWatch } from '#api/modules/alerts/worth-watch.ts'
import type { Revocations } from '#api/modules/auth/revocations.ts'
import type { Sessions } from '#api/modules/auth/sessions.ts'
import type { SpentTokens } from '#api/modules/auth/spent-token-store.ts'
import type { SessionStore } from '#api/modules/auth/store.ts'
import type { LikeRanking } from '#api/modules/content/reactions/like-ranking.ts'
import type { ViewCounter } from '#api/modules/content/views/view-counter.ts'
import type { Notifications } from '#api/modules/notifications/create-notifications.ts'
import type { Sweeper } from '#api/modules/rounds/sweeper.ts'
import { HOUR_MS } from '#shared/rules/time.ts'
import type { Infrastructure } from './infrastructure.ts'

const SESSION_SWEEP_MS = HOUR_MS

/** Services with something to do at times. */
interface JobServices {
  sweeper: Sweeper
  rankWriter: RepeatingJob
  skillWriter: RepeatingJob
  searchFiller: RepeatingJob
  overview: { writer: RepeatingJob }
  sealer: Pick<RepeatingJob, 'start' | 'stop'>
  cosigning: Pick<RepeatingJob, 'start' | 'stop'>
  timestamping: Pick<RepeatingJob, 'start' | 'stop'>
  notifications: Pick<Notifications, 'fanout' | 'briefs' | 'threadNotices' | 'pusher'>
  alerts: {
    levels: Pick<LevelWatch, 'start' | 'stop'>
    flips: Pick<FlipWatch, 'start' | 'stop'>
    worths: Pick<WorthWatch, 'start' | 'stop'>
    sweep: () => Promise<void>
  }
  views: Pick<ViewCounter, 'start' | 'stop' | 'deleteOld'>
  statusMonitor: RepeatingJob
  account: Pick<AccountService, 'resumeDeletions'>
  revocations: Pick<Revocations, 'load'>
  sessionStore: SessionStore
  sessions: Pick<Sessions, 'sweep'>
  spentTokens: Pick<SpentTokens, 'deleteExpired'>
  erasedIdentities: Pick<ErasedIdentities, 'deleteExpired'>
  likeRanking: LikeRanking
}

/**
 * Starts the scheduled jobs and returns a function that stops them. Each instance sends push
 * messages and observes the state of the site; only the owner of the job lock sweeps rounds and sessions. Two owners may overlap briefly when the
 * lock moves.
 */
export async function startJobs(
  { clock, log, jobLock }: Pick<Infrastructure, 'clock' | 'log' | 'jobLock'>,
  services: JobServices,
): Promise<() => Promise<void>> {
  const { sweeper, rankWriter, skillWriter, sealer, cosigning, timestamping, views } = services
  const { searchFiller } = services
  const { fanout, briefs, threadNotices, pusher } = services.notifications
  const { levels, flips, worths } = services.alerts
  let isOwner = false
  const resumeDeletions = () => {
    services.account.resumeDeletions().catch((error: unknown) => {
      log.warn({ err: error }, 'deletions of accounts could not be continued')
    })
  }
  const owned = [
    sweeper,
    rankWriter,
    skillWriter,
    searchFiller,
    services.overview.writer,
    sealer,
    cosigning,
    timestamping,
    fanout,
    briefs,
    threadNotices,
    levels,
    flips,
    worths,
  ]
  const stopOwned = () => Promise.all(owned.map((job) => job.stop()))
  /** In this order, each unless the lock is lost or the server stops meanwhile. */
  const runDueWork = async () => {
    await sweeper.run()
    if (isOwner) await rankWriter.run()
    if (!isOwner) return
    void searchFiller.run()
    resumeDeletions()
  }
  const onLockChange = async (isHeld: boolean) => {
    if (isHeld === isOwner) return
    isOwner = isHeld
    if (!isHeld) return void (await stopOwned())
    for (const job of owned) job.start()
    void runDueWork()
  }

  await services.revocations.load(services.sessionStore)
  const unsubscribe = jobLock.onChange((isHeld) => void onLockChange(isHeld))
  // Not the due work: a ledger takes minutes, and an exchange that does not answer delays every price.
  if (jobLock.isHeld()) await sweeper.open()
  void onLockChange(jobLock.isHeld())
  views.start()
  pusher.start()
  services.statusMonitor.start()
  void services.statusMonitor.run()
  const stopSessionSweep = every(clock, SESSION_SWEEP_MS, () => {
    if (!jobLock.isHeld()) return
    resumeDeletions()
    const sweeps = [
      services.sessions.sweep(),
      services.spentTokens.deleteExpired(clock.now()),
      services.erasedIdentities.deleteExpired(clock.now()),
      fanout.sweep(),
      services.alerts.sweep(),
      views.deleteOld(),
      services.likeRanking.run(),
    ]
    Promise.all(sweeps).catch((error: unknown) => {
      log.warn({ err: error }, 'expired rows could not be removed, or likes not be ranked')
    })
  })
  return async () => {
    unsubscribe()
    isOwner = false
    stopSessionSweep()
    await stopOwned()
    await services.statusMonitor.stop()
    await pusher.stop()
    await views.stop()
  }
}

/**
 * Whether the due rounds are open, by this or another instance: without them nobody can vote, while a
 * settlement that fails or takes long concerns no request. True before the end of the first attempt, since an
 * instance would otherwise be unready at every takeover.
 */
export function areRoundsOpen(jobLock: JobLock, sweeper: Pick<Sweeper, 'stats'>): boolean {
  const { hasOpened, failures } = sweeper.stats()
  return !jobLock.isHeld() || hasOpened || failures === 0
}
