import { isoSql as iso } from '#api/infrastructure/database/sql.ts'
import { BRIEF, section } from './export-sql.ts'

/** Sections of the export: notifications, and what they are created from. */
export const ALERT_SECTIONS = {
  notifications: section(
    'n.id',
    {
      id: 'n.id',
      kind: 'n.kind',
      round: iso('r.target_date'),
      season: 'n.season',
      act: 'n.act',
      provider: 'n.provider',
      alert: 'n.alert',
      created: iso('n.created'),
    },
    'FROM notification n LEFT JOIN round r ON r.id = n.round_id WHERE n.user_id = $1',
  ),
  notificationSettings: section(
    'user_id',
    {
      settled: 'settled',
      closing: 'closing',
      season: 'season',
      opened: 'opened',
      flip: 'flip',
      reply: 'reply',
      mention: 'mention',
      showsDirection: 'shows_direction',
      worth: 'worth',
      noPush: 'to_json(no_push)',
      noDesktop: 'to_json(no_desktop)',
      brief: BRIEF,
      seenId: 'seen_id',
    },
    'FROM notification_setting WHERE user_id = $1',
  ),
  priceLevels: section(
    'id',
    {
      id: 'id',
      price: 'price',
      note: 'note',
      sound: 'sound',
      repeats: 'repeats',
      side: 'side',
      isArmed: 'is_armed',
      created: iso('created'),
      expires: iso('expires'),
      notified: iso('notified'),
    },
    'FROM price_level WHERE user_id = $1',
  ),
  pushDevices: section(
    'id',
    {
      id: 'id',
      // The rest of the address, and the keys, would let others send messages.
      service: "split_part(endpoint, '/', 3)",
      zone: 'zone',
      locale: 'locale',
      created: iso('created'),
    },
    'FROM push_device WHERE user_id = $1',
  ),
}
