import { isoSql as iso } from '#api/infrastructure/database/sql.ts'

/** Sections of the export about alerts: key, fields and source of the rows of user `$1`. */
export const ALERT_SECTIONS = {
  notifications: {
    key: 'n.id',
    fields: {
      id: 'n.id',
      kind: 'n.kind',
      round: iso('r.target_date'),
      season: 'n.season',
      act: 'n.act',
      provider: 'n.provider',
      alert: 'n.alert',
      created: iso('n.created'),
    },
    from: 'FROM notification n LEFT JOIN round r ON r.id = n.round_id WHERE n.user_id = $1',
  },
  notificationSettings: {
    key: 'user_id',
    fields: {
      settled: 'settled',
      closing: 'closing',
      season: 'season',
      opened: 'opened',
      flip: 'flip',
      showsDirection: 'shows_direction',
      worth: 'worth',
      noPush: 'to_json(no_push)',
      noDesktop: 'to_json(no_desktop)',
      seenId: 'seen_id',
    },
    from: 'FROM notification_setting WHERE user_id = $1',
  },
  priceLevels: {
    key: 'id',
    fields: {
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
    from: 'FROM price_level WHERE user_id = $1',
  },
  pushDevices: {
    key: 'id',
    fields: {
      id: 'id',
      // The rest of the address, and the keys, would let others send messages.
      service: "split_part(endpoint, '/', 3)",
      zone: 'zone',
      locale: 'locale',
      created: iso('created'),
    },
    from: 'FROM push_device WHERE user_id = $1',
  },
}
