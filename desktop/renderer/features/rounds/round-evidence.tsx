import { Section } from '#desktop/renderer/components/section.tsx'
import { useExchangeName } from '#desktop/renderer/features/market/use-exchange-name.ts'
import { useLanguage, useServices, useTexts } from '#desktop/renderer/platform/services.ts'
import { LOG_PATHS } from '#shared/contract/endpoints.ts'
import type { Checkpoint, Evidence, RoundDetail } from '#shared/contract/rounds.ts'
import { roundsTexts } from '#shared/i18n/screens/rounds.ts'
import { TILE_WIDTH, tilePath } from '#shared/rules/log/tile-path.ts'
import { isSealedLate } from '#shared/rules/receipt-sealing.ts'
import styles from './round-evidence.module.css'

/** The candles behind the reference price and the settlement price, and the log of the votes. */
export function RoundEvidence({ round }: { round: RoundDetail }) {
  const t = useTexts(roundsTexts)
  const unlogged = round.status === 'live' ? 'round.log.none' : 'round.log.closed'
  const missing = t(round.status === 'void' ? 'round.evidence.notFound' : 'round.evidence.none')
  return (
    <Section heading={t('round.evidence')}>
      <dl className={styles.evidence}>
        <dt>{t('round.evidence.reference')}</dt>
        <dd>{round.reference ? <EvidenceText evidence={round.reference} /> : missing}</dd>
        <dt>{t('round.evidence.settlement')}</dt>
        <dd>{round.settlement ? <EvidenceText evidence={round.settlement} /> : missing}</dd>
        <dt>{t('round.log')}</dt>
        <dd>
          {round.checkpoint ? (
            <LogText checkpoint={round.checkpoint} round={round} />
          ) : (
            t(round.voters === 0 ? 'round.log.empty' : unlogged)
          )}
        </dd>
      </dl>
    </Section>
  )
}

/** The checkpoint of the log that proves the votes of the round. */
function LogText({ checkpoint, round }: { checkpoint: Checkpoint; round: RoundDetail }) {
  const t = useTexts(roundsTexts)
  const { format } = useLanguage()
  const { apiOrigin } = useServices().platform
  const { size, votes, note, sealedAt, witnesses, timestamp } = checkpoint
  const at = Date.parse(sealedAt)
  const cosigned = witnesses.filter(({ cosignedAt }) => cosignedAt !== null).length
  const width = size % TILE_WIDTH || TILE_WIDTH
  const last = { level: 0, index: Math.floor((size - 1) / TILE_WIDTH), width }
  return (
    <>
      {t('round.log.entries', {
        first: format.count(size - votes + 1),
        last: format.count(size),
      })}{' '}
      {t(isSealedLate(at, round.targetDate) ? 'round.log.sealedLate' : 'round.log.sealed', {
        time: format.clock(at),
      })}{' '}
      {witnesses.length > 0 && t('round.log.witnesses', { cosigned, of: witnesses.length })}{' '}
      {timestamp !== 'none' && t(`round.log.timestamp.${timestamp}`)}
      <pre className={styles.note}>{note}</pre>
      <p className={styles.links}>
        <a href={apiOrigin + LOG_PATHS.checkpoint} target="_blank" rel="noreferrer">
          {t('round.log.newest')}
        </a>
        <a
          href={`${apiOrigin}${LOG_PATHS.prefix}/${tilePath(last)}`}
          target="_blank"
          rel="noreferrer"
        >
          {t('round.log.tile')}
        </a>
        {round.settledAt !== null && (
          <a
            href={`${apiOrigin}${LOG_PATHS.openings}/${round.refDate.slice(0, 10)}`}
            target="_blank"
            rel="noreferrer"
          >
            {t('round.log.openings')}
          </a>
        )}
        {timestamp !== 'none' && (
          <a
            href={`${apiOrigin}${LOG_PATHS.checkpoints}/${size}.ots`}
            target="_blank"
            rel="noreferrer"
          >
            {t('round.log.ots')}
          </a>
        )}
      </p>
    </>
  )
}

function EvidenceText({ evidence }: { evidence: Evidence }) {
  const t = useTexts(roundsTexts)
  const { format } = useLanguage()
  const nameOf = useExchangeName()
  return (
    <>
      {t('round.evidence.text', {
        exchange: nameOf(evidence.exchange),
        time: format.date(Date.parse(evidence.candleTime)),
        read: format.date(Date.parse(evidence.readAt)),
        price: format.price(evidence.price, 2),
      })}
    </>
  )
}
