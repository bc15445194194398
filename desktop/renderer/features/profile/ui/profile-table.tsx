import { profileRows } from '#desktop/renderer/features/profile/model/rows.ts'
import { useLanguage } from '#desktop/renderer/platform/services.ts'
import { useTexts } from '#desktop/renderer/platform/texts.ts'
import type { UserClaims } from '#shared/contract/auth.ts'
import type { Profile } from '#shared/contract/profile.ts'
import { profileTexts } from '#shared/i18n/screens/profile.ts'
import { NicknameCell } from './nickname-cell.tsx'
import styles from './profile-table.module.css'

interface ProfileTableProps {
  /** What the access token says. */
  user: UserClaims
  /** What the server says, once it has. */
  profile: Profile | undefined
  labelledBy: string
}

export function ProfileTable({ user, profile, labelledBy }: ProfileTableProps) {
  const { format } = useLanguage()
  const t = useTexts(profileTexts)
  return (
    <table className={styles.table} aria-labelledby={labelledBy}>
      <tbody>
        <tr>
          <th scope="row">{t('profile.nickname')}</th>
          <td>
            <NicknameCell userId={user.id} nickname={(profile ?? user).nickname} />
          </td>
        </tr>
        {profileRows(user, profile, t, format).map(({ label, value, isCode }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td className={isCode ? styles.code : undefined}>
              {value ?? <span className={styles.unknown}>{t('profile.unknown')}</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
