import { Section } from '#desktop/renderer/components/section.tsx'
import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import type { Evidence, RoundDetail } from '#shared/contract/rounds.ts'
import { roundsTexts } from '#shared/i18n/screens/rounds.ts'
import { EXCHANGE_NAMES, findExchange } from '#shared/rules/exchanges.ts'
import styles from './round-evidence.module.css'

/** The candles behind the reference price and the settlement price. */
export function RoundEvidence({ round }: { round: RoundDetail }) {
  const t = useTexts(roundsTexts)
  return (
    <Section heading={t('round.evidence')}>
      <dl className={styles.evidence}>
        <dt>{t('round.evidence.reference')}</dt>
        <dd>
          <EvidenceText evidence={round.reference} />
        </dd>
        <dt>{t('round.evidence.settlement')}</dt>
        <dd>
          <EvidenceText evidence={round.settlement} />
        </dd>
      </dl>
    </Section>
  )
}

function EvidenceText({ evidence }: { evidence: Evidence | null }) {
  const t = useTexts(roundsTexts)
  const { t: core, format } = useLanguage()
  if (!evidence) return <>{t('round.evidence.none')}</>
  const { exchange } = evidence
  const known = findExchange(exchange)
  const unreal = exchange === 'simulated' || exchange === 'replay' ? exchange : null
  return (
    <>
      {t('round.evidence.text', {
        exchange: known ? EXCHANGE_NAMES[known] : unreal ? core(`price.${unreal}`) : exchange,
        time: format.date(Date.parse(evidence.candleTime)),
        read: format.date(Date.parse(evidence.readAt)),
        price: format.price(evidence.price, 2),
      })}
    </>
  )
}
