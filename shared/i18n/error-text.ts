import { ERRORS, type ErrorCode } from '#shared/contract/error-codes.ts'
import type { Locale } from './locale.ts'

const KOREAN: Record<ErrorCode, string> = {
  MALFORMED: '요청을 읽을 수 없습니다.',
  NOT_SIGNED_IN: '로그인이 필요합니다.',
  TOKEN_EXPIRED: '로그인 유효 시간이 지났습니다.',
  TOKEN_INVALID: '로그인 정보가 올바르지 않습니다.',
  SESSION_REVOKED: '이 세션은 종료되었습니다.',
  REFRESH_INVALID: '세션이 만료되었습니다.',
  ID_TOKEN_INVALID: '로그인을 확인할 수 없습니다.',
  EMAIL_NOT_VERIFIED: '이 계정의 이메일 주소가 확인되지 않았습니다.',
  FORBIDDEN: '이 작업을 할 수 없습니다.',
  VOTE_REQUIRED: '접수 중인 라운드를 예측하면 다른 사람의 의견을 볼 수 있습니다.',
  EDIT_WINDOW_CLOSED: '작성한 뒤 1시간 동안만 수정할 수 있습니다.',
  NOT_AUTHOR: '작성자만 수정할 수 있습니다.',
  ADMIN_REQUIRED: '공지를 쓸 권한이 없습니다.',
  OWN_POST: '내가 쓴 글에는 할 수 없습니다.',
  BLOCK_SELF: '자신은 차단할 수 없습니다.',
  MUTED: '운영자가 글쓰기를 잠시 막았습니다. 예측은 할 수 있습니다.',
  BANNED: '약관 위반으로 이용이 정지된 계정입니다.',
  NOT_FOUND: '찾을 수 없습니다.',
  USER_UNKNOWN: '이 코드를 가진 사용자가 없습니다.',
  NOT_IN_TREE: '저장된 예측이 라운드의 접수 기록과 일치하지 않습니다.',
  RECEIPT_ERASED: '계정과 함께 접수증이 삭제되었습니다.',
  HIDDEN: '숨김 처리된 글입니다.',
  METHOD_NOT_ALLOWED: '허용되지 않는 요청입니다.',
  ALREADY_VOTED: '이미 예측했습니다. 라운드마다 한 번만 예측할 수 있습니다.',
  ROUND_CHANGED: '라운드가 바뀌었습니다. 새 결과 시각을 확인하고 다시 예측해 주세요.',
  DIRECTION_FROZEN: '라운드가 마감되어 방향을 바꿀 수 없습니다.',
  DIRECTION_LOCKED:
    '이번 라운드에서 다른 사람의 의견이나 답글을 읽었거나 답글을 썼으므로 방향을 바꿀 수 없습니다.',
  EDITED_ELSEWHERE: '그사이 다른 곳에서 수정하여 저장하지 않았습니다.',
  NO_FRESH_PRICE: '최근 가격이 없어 저장하지 않았습니다. 잠시 후 다시 시도해 주세요.',
  READING_LOCKS: '다른 사람의 의견을 읽으면 이번 라운드의 예측을 바꿀 수 없습니다.',
  ALREADY_REPORTED: '이미 신고했습니다.',
  NICKNAME_DEFAULT: '기본 닉네임은 신고할 수 없습니다.',
  REPORT_LIMIT: '아직 처리되지 않은 신고가 20건 있습니다. 처리된 뒤에 다시 신고해 주세요.',
  OWN_CASE: '본인에 관한 일입니다. 다른 운영자가 처리합니다.',
  OWN_ACT: '본인이 한 조치에 대한 이의 제기입니다. 다른 운영자가 처리합니다.',
  CASE_CLOSED: '다른 운영자가 이미 처리했습니다.',
  STILL_HIDDEN: '숨겨져 있어 문제없음으로 처리할 수 없습니다. 복구하거나 계속 숨겨 주세요.',
  APPEAL_CLOSED: '더 이상 이의를 제기할 수 없습니다.',
  LAST_ADMIN: '유일한 관리자입니다. 먼저 다른 사람을 관리자로 지정해 주세요.',
  IDENTITY_TAKEN:
    '다른 계정에서 쓰는 로그인입니다. 계정은 합쳐지지 않으므로 먼저 그 계정을 삭제해 주세요.',
  REAUTHENTICATE: '마지막 로그인 후 5분이 지났습니다. 다시 로그인한 뒤 시도해 주세요.',
  OTHER_ACCOUNT: '현재 로그인한 계정이 아닌 다른 계정의 로그인입니다.',
  IDENTITY_HELD:
    '최근 72시간 안에 다른 로그인 방법이 추가되어, 그전까지는 기존 방법을 삭제할 수 없습니다.',
  VOTED_BEFORE:
    '계정에서 삭제된 로그인으로 이미 이 라운드에 예측했습니다. 다음 라운드부터 예측할 수 있습니다.',
  LAST_IDENTITY: '이 계정에 로그인할 수 있는 유일한 방법입니다. 먼저 다른 방법을 추가해 주세요.',
  IDENTITY_LIMIT: '로그인 방법은 열 개까지 추가할 수 있습니다. 먼저 하나를 삭제해 주세요.',
  LINK_INVALID: '로그인 방법을 추가하지 못했습니다. 계정 화면에서 다시 시작해 주세요.',
  NICKNAME_MISMATCH: '닉네임이 일치하지 않습니다.',
  NICKNAME_SAME: '이전과 같은 닉네임입니다',
  NICKNAME_EMPTY: '닉네임을 입력해 주세요',
  NICKNAME_TOO_LONG: '닉네임이 너무 깁니다',
  NICKNAME_RESERVED: '사용할 수 없는 닉네임입니다.',
  NICKNAME_UNREADABLE: '닉네임에 보이지 않거나 구별할 수 없는 문자가 있습니다.',
  NICKNAME_REFUSED: '운영자가 삭제한 닉네임이거나 그와 비슷한 닉네임입니다.',
  REPLY_LOCKED: '답글을 달 의견이 없습니다.',
  REPLY_REPEATED: '같은 글을 오늘 이미 두 번 썼습니다.',
  REPLY_TOO_LONG: '답글이 너무 깁니다. 2,000자까지 쓸 수 있습니다.',
  REPLY_PAUSE: '답글은 10초 간격으로 쓸 수 있습니다.',
  REPLY_LIMIT: '하루에 쓸 수 있는 답글을 모두 썼습니다.',
  QUOTE_UNKNOWN: '인용한 답글이 여기에 없습니다.',
  TOO_MANY_MENTIONS: '답글 하나에서 다섯 명까지 언급할 수 있습니다.',
  LINKS_LATER: '링크는 첫 로그인 24시간 뒤, 예측이 한 번 확정된 다음부터 쓸 수 있습니다.',
  BLOCK_LIMIT: '1,000명까지 차단할 수 있습니다. 먼저 다른 사람의 차단을 풀어 주세요.',
  LEVEL_LIMIT: '알림 가격은 열 개까지 정할 수 있습니다. 먼저 하나를 지워 주세요.',
  LEVEL_NEAR: '이 가격에서 0.2% 안에 이미 알림 가격이 있습니다.',
  TOO_LARGE: '요청이 너무 큽니다.',
  CONTENT_TOO_LONG: '글이 너무 깁니다. 서식을 포함해 32,767자까지 쓸 수 있습니다.',
  CONTENT_TOO_COMPLEX: '글의 서식이 너무 복잡합니다. 서식을 줄인 뒤 다시 보내세요.',
  UNSUPPORTED_MEDIA_TYPE: 'JSON 형식으로 보내 주세요.',
  INVALID: '올바르지 않은 값이 있습니다.',
  DIRECTION_REQUIRED: '예측할 방향을 선택해 주세요.',
  CONTENT_REQUIRED: '내용을 입력해 주세요.',
  SEARCH_TOO_SHORT: '붙어 있는 글자나 숫자를 두 자 이상 입력해 주세요.',
  RATE_LIMITED: '요청이 너무 많습니다. 잠시 후 다시 시도해 주세요.',
  INTERNAL: '서버에 문제가 생겼습니다.',
  PROVIDER_UNAVAILABLE: '로그인 서비스에 연결할 수 없습니다.',
  NO_REFERENCE: '이 라운드의 기준가가 아직 없습니다.',
  SEARCH_TIMEOUT: '검색이 너무 오래 걸렸습니다. 더 길거나 드문 단어로 검색해 주세요.',
  NOT_READY: '서비스가 준비되지 않았습니다. 잠시 후 다시 시도해 주세요.',
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERRORS, code)
}

/** Localized message of an error code; undefined for an unknown code. */
export function errorText(locale: Locale, code: string): string | undefined {
  if (!isErrorCode(code)) return undefined
  return locale === 'ko-KR' ? KOREAN[code] : ERRORS[code][1]
}
