import { Author } from '#desktop/renderer/components/author.tsx'
import { Badge } from '#desktop/renderer/components/badge.tsx'
import { Empty } from '#desktop/renderer/components/empty.tsx'
import { Section } from '#desktop/renderer/components/section.tsx'
import tables from '#desktop/renderer/components/table.module.css'
import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import type { AdminOverview, TwinPair } from '#shared/contract/overview.ts'
import { overviewTexts } from '#shared/i18n/screens/overview.ts'
import { percentOf } from '#shared/rules/percent.ts'
import styles from './overview-page.module.css'

/** Pairs of accounts that call alike, with links to both records. */
export function TwinTable({ twins }: Pick<AdminOverview, 'twins'>) {
  const t = useTexts(overviewTexts)
  const { format } = useLanguage()
  const { computedAt, rounds, accounts, total, pairs } = twins
  return (
    <Section heading={t('twins')}>
      <p className={styles.note}>{t('twins.rule')}</p>
      {pairs.length > 0 && <Pairs pairs={pairs} />}
      {pairs.length === 0 && (
        <Empty text={t(computedAt === null ? 'twins.never' : 'twins.empty')} />
      )}
      {computedAt !== null && (
        <p className={styles.note}>
          {t('twins.search', {
            time: format.date(Date.parse(computedAt)),
            rounds: format.count(rounds),
            accounts: format.count(accounts),
            total: format.count(total),
          })}
        </p>
      )}
    </Section>
  )
}

const FIGURES = ['rounds', 'same', 'gap', 'others'] as const

function Pairs({ pairs }: { pairs: readonly TwinPair[] }) {
  const t = useTexts(overviewTexts)
  return (
    <table className={`${tables.figures} ${styles.twins}`}>
      <thead>
        <tr>
          <th scope="col">{t('twins.first')}</th>
          <th scope="col">{t('twins.second')}</th>
          {FIGURES.map((figure) => (
            <th
              key={figure}
              scope="col"
              {...(figure === 'others' && { title: t('twins.othersHint') })}
            >
              {t(`twins.${figure}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {pairs.map((pair) => (
          <Pair key={pair.accounts.map(({ uniqueCode }) => uniqueCode).join()} pair={pair} />
        ))}
      </tbody>
    </table>
  )
}

function Pair({ pair: { accounts, rounds, same, gapSeconds, others } }: { pair: TwinPair }) {
  const t = useTexts(overviewTexts)
  const { format } = useLanguage()
  const figures = {
    rounds: format.count(rounds),
    same: `${percentOf(same, rounds)}%`,
    gap: format.count(gapSeconds),
    others: others < 10 ? others.toFixed(1) : format.count(Math.round(others)),
  }
  return (
    <tr>
      {accounts.map(({ uniqueCode, nickname, isBanned }) => (
        <td key={uniqueCode}>
          <Author nickname={nickname} uniqueCode={uniqueCode} />{' '}
          {isBanned && <Badge tone="quiet">{t('twins.banned')}</Badge>}
        </td>
      ))}
      {FIGURES.map((figure) => (
        <td key={figure} data-name={t(`twins.${figure}`)}>
          {figures[figure]}
        </td>
      ))}
    </tr>
  )
}
