import { Section } from '#desktop/renderer/components/section.tsx'
import { useExchangeName } from '#desktop/renderer/features/market/use-exchange-name.ts'
import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import type { Evidence, RoundDetail } from '#shared/contract/rounds.ts'
import { roundsTexts } from '#shared/i18n/screens/rounds.ts'
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
  const { format } = useLanguage()
  const nameOf = useExchangeName()
  if (!evidence) return <>{t('round.evidence.none')}</>
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
