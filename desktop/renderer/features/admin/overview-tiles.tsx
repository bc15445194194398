import { Link } from 'react-router-dom'
import { Badge } from '#desktop/renderer/components/badge.tsx'
import { Tile, Tiles } from '#desktop/renderer/components/tiles.tsx'
import { useExchangeName } from '#desktop/renderer/features/market/use-exchange-name.ts'
import { useLanguage, useServices, useTexts } from '#desktop/renderer/platform/services.ts'
import type { AdminOverview } from '#shared/contract/overview.ts'
import { marketTexts } from '#shared/i18n/market.ts'
import { overviewTexts } from '#shared/i18n/screens/overview.ts'
import { ADMIN_REPORTS } from '#shared/rules/paths.ts'
import { percentOf } from '#shared/rules/percent.ts'
import styles from './overview-page.module.css'

/** Open cases, returning callers, and the state of feed, settlement and push messages. */
export function OverviewTiles({ overview }: { overview: AdminOverview }) {
  const t = useTexts(overviewTexts)
  const { cases, oldestCase, appeals, oldestAppeal } = overview.waiting
  return (
    <div className={styles.tiles}>
      <Tiles>
        <WaitingTile name={t('cases')} to={ADMIN_REPORTS} count={cases} since={oldestCase} />
        <WaitingTile
          name={t('appeals')}
          to={`${ADMIN_REPORTS}?tab=appeals`}
          count={appeals}
          since={oldestAppeal}
        />
        <ReturningTile returning={overview.returning} />
        <FeedTile feed={overview.feed} />
        <SettlementTile settlement={overview.settlement} />
        <PushTile push={overview.push} />
      </Tiles>
    </div>
  )
}

interface WaitingTileProps {
  name: string
  /** Where it is decided. */
  to: string
  count: number
  /** When the oldest began to wait; null without one. */
  since: string | null
}

function WaitingTile({ name, to, count, since }: WaitingTileProps) {
  const t = useTexts(overviewTexts)
  const { format } = useLanguage()
  const { clock } = useServices()
  const age = since === null ? null : format.span(Math.max(0, clock.now() - Date.parse(since)))
  return (
    <Tile
      name={name}
      value={<Link to={to}>{format.count(count)}</Link>}
      note={age === null ? t('nothing') : t('oldest', { age })}
    />
  )
}

function ReturningTile({ returning }: Pick<AdminOverview, 'returning'>) {
  const t = useTexts(overviewTexts)
  const { format } = useLanguage()
  if (!returning) return <Tile name={t('returning')} value="—" note={t('returning.none')} />
  const { last, before, both } = returning
  const percent = before.callers === 0 ? 0 : percentOf(both, before.callers)
  const note = t('returning.note', {
    last: format.utcDay(Date.parse(last.refDate)),
    lastCount: format.count(last.callers),
    percent,
    before: format.utcDay(Date.parse(before.refDate)),
    beforeCount: format.count(before.callers),
  })
  return <Tile name={t('returning')} value={format.count(both)} note={note} />
}

function FeedTile({ feed }: Pick<AdminOverview, 'feed'>) {
  const t = useTexts(overviewTexts)
  const marketText = useTexts(marketTexts)
  const { format } = useLanguage()
  const { clock } = useServices()
  const exchangeName = useExchangeName()
  if (!feed) {
    const none = <Badge tone="warn">{marketText('price.none')}</Badge>
    return <Tile name={t('feed')} value={none} note={t('feed.none')} />
  }
  const { source, market, freshness, time } = feed
  const age = format.span(Math.max(0, clock.now() - Date.parse(time)))
  return (
    <Tile
      name={t('feed')}
      value={
        <Badge tone={freshness === 'live' ? 'good' : 'warn'}>
          {marketText(`price.${freshness}`)}
        </Badge>
      }
      note={
        market === 'real'
          ? t('feed.note', { source: exchangeName(source), age })
          : t('feed.other', { market: marketText(`price.${market}`), age })
      }
    />
  )
}

function SettlementTile({ settlement }: Pick<AdminOverview, 'settlement'>) {
  const t = useTexts(overviewTexts)
  const { format } = useLanguage()
  const { last, overdueSince } = settlement
  const note =
    last === null
      ? t('settlement.none')
      : t('settlement.last', {
          time: format.shortDate(Date.parse(last.settledAt)),
          count: format.count(last.votes),
        })
  if (overdueSince === null) {
    const value = last === null ? '—' : <Badge tone="good">{t('settlement.onTime')}</Badge>
    return <Tile name={t('settlement')} value={value} note={note} />
  }
  const due = t('settlement.overdueNote', { time: format.shortDate(Date.parse(overdueSince)) })
  const overdue = <Badge tone="warn">{t('settlement.overdue')}</Badge>
  return <Tile name={t('settlement')} value={overdue} note={`${due} · ${note}`} />
}

function PushTile({ push }: Pick<AdminOverview, 'push'>) {
  const t = useTexts(overviewTexts)
  const { format } = useLanguage()
  const { late, refused, givenUp, ended, since } = push
  return (
    <Tile
      name={t('push')}
      value={
        late === 0 ? (
          <Badge tone="good">{t('push.fine')}</Badge>
        ) : (
          <Badge tone="warn">{t('push.late', { count: format.count(late) })}</Badge>
        )
      }
      note={
        <>
          {refused > 0 && (
            <>
              {t('push.refused', { count: format.count(refused) })}
              <br />
            </>
          )}
          {t('push.since', {
            time: format.shortDate(Date.parse(since)),
            givenUp: format.count(givenUp),
            ended: format.count(ended),
          })}
        </>
      }
    />
  )
}
