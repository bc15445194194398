import { useSearchParams } from 'react-router-dom'
import { Empty } from '#desktop/renderer/components/empty.tsx'
import { LoadFailure } from '#desktop/renderer/components/failure.tsx'
import { Loading } from '#desktop/renderer/components/loading.tsx'
import { BackLink } from '#desktop/renderer/components/page.tsx'
import { Pagination } from '#desktop/renderer/components/pagination.tsx'
import tables from '#desktop/renderer/components/table.module.css'
import { onPage, pageOf } from '#desktop/renderer/features/posts/list-url.ts'
import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import type { ModlogItem } from '#shared/contract/moderation.ts'
import { moderationTexts } from '#shared/i18n/screens/moderation.ts'
import { PATHS } from '#shared/rules/paths.ts'
import { useModlog } from './api.ts'
import styles from './modlog-page.module.css'

/** The public log of moderation. */
export function Component() {
  const t = useTexts(moderationTexts)
  const { t: core } = useLanguage()
  const [query] = useSearchParams()
  const page = pageOf(query)
  const { data, error, isPending, isPlaceholderData, refetch } = useModlog(page)
  return (
    <article className="page">
      <title>{`${t('log.title')} · ${core('app.name')}`}</title>
      <BackLink to={PATHS.home} />
      <h1 id="modlog" className={styles.title}>
        {t('log.title')}
      </h1>
      <p className={styles.lead}>{t('log.lead')}</p>
      {isPending && <Loading text={t('log.loading')} />}
      {!data && error && <LoadFailure error={error} onRetry={refetch} />}
      {data?.acts.length === 0 && <Empty text={t(page === 1 ? 'log.empty' : 'log.emptyPage')} />}
      {data && data.acts.length > 0 && (
        <table
          className={`${tables.records} ${styles.table}`}
          aria-labelledby="modlog"
          aria-busy={isPlaceholderData}
        >
          <thead>
            <tr>
              <th scope="col">{t('log.when')}</th>
              <th scope="col">{t('log.act')}</th>
              <th scope="col">{t('log.what')}</th>
              <th scope="col">{t('log.who')}</th>
              <th scope="col">{t('log.reason')}</th>
            </tr>
          </thead>
          <tbody>
            {data.acts.map((act) => (
              <Row key={act.id} act={act} />
            ))}
          </tbody>
        </table>
      )}
      {data && (
        <Pagination
          label={t('log.pages')}
          current={page}
          total={data.pagination.totalPages}
          to={(number) => onPage(PATHS.modlog, number)}
        />
      )}
    </article>
  )
}

const ACCOUNT_ACTS: readonly ModlogItem['act'][] = ['mute', 'unmute', 'ban', 'unban']

function Row({ act }: { act: ModlogItem }) {
  const t = useTexts(moderationTexts)
  const { t: core, format } = useLanguage()
  const isAccount = ACCOUNT_ACTS.includes(act.act)
  const target = isAccount ? t('log.account') : t(`target.${act.target}`)
  return (
    <tr>
      <td>
        <time dateTime={act.created}>{format.date(Date.parse(act.created))}</time>
      </td>
      <td>
        <strong>{t(`act.${act.act}`)}</strong>{' '}
        {act.until && <small>{t('log.until', { time: format.date(Date.parse(act.until)) })}</small>}
      </td>
      <td>
        {!isAccount && act.boardType ? `${core(`board.${act.boardType}`)} · ${target}` : target}
      </td>
      <td className={styles.code}>{act.uniqueCode || t('log.gone')}</td>
      <td>
        {t(`reason.${act.reason}`)} {act.byReports && <small>{t('log.byReports')}</small>}
      </td>
    </tr>
  )
}
