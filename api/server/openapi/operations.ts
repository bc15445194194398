/** How the document presents an operation, beside its schemas. */
export interface OperationText {
  /** Name of the function in generated clients. */
  id: string
  summary: string
  /** Sent with an ETag, and 304 to who has it. */
  isCached?: true
  /** Answers with 303 and a Location. */
  isRedirect?: true
  /** The media type of the body; JSON when unset. */
  bodyType?: 'application/x-www-form-urlencoded'
  /** Media types of the reply that are not JSON. */
  otherReplies?: { isJsonToo: boolean; type: 'image/png' | 'text/csv' }
}

const cached = (id: string, summary: string): OperationText => ({ id, summary, isCached: true })
const redirect = (id: string, summary: string): OperationText => ({ id, summary, isRedirect: true })
const plain = (id: string, summary: string): OperationText => ({ id, summary })
const form = (text: OperationText): OperationText => ({
  ...text,
  bodyType: 'application/x-www-form-urlencoded',
})

/** Each operation, by method and path below /api/v1. */
export const OPERATIONS: Record<string, OperationText> = {
  'GET /auth/config': plain('getAuthConfig', 'The ways to sign in'),
  'POST /auth/google': plain('signInWithGoogle', 'Sign in with an ID token of Google'),
  'POST /auth/refresh-token': plain('refreshTokens', 'A new access token for a refresh token'),
  'POST /auth/logout': plain('logOut', 'End the session'),
  'GET /auth/oidc/{provider}/start': redirect('startSignIn', 'Begin a sign-in at a provider'),
  'GET /auth/oidc/{provider}/callback': redirect('receiveSignIn', "A provider's answer"),
  'POST /auth/oidc/{provider}/callback': form(
    redirect('receiveSignInForm', "A provider's answer, as a form"),
  ),
  'POST /auth/oidc/exchange': plain('exchangeCode', 'The tokens of a finished sign-in'),
  'GET /auth/oidc/{provider}/unlinked': plain(
    'receiveUnlink',
    'Notice of a provider that somebody has disconnected the site there',
  ),
  'POST /auth/oidc/{provider}/unlinked': form(
    plain('receiveUnlinkForm', 'The same notice, in a body'),
  ),

  'GET /profile': plain('getProfile', 'The own profile'),
  'GET /profile/votes': plain('listOwnVotes', 'The own latest votes, with their points'),
  'GET /profile/week': plain('getOwnWeek', 'The own calls that settled in a week'),
  'GET /profile/week/picture': {
    ...plain('getOwnWeekPicture', 'The own week as a picture'),
    otherReplies: { isJsonToo: false, type: 'image/png' },
  },
  'POST /profile/update-nickname': plain('changeNickname', 'Change the own nickname'),
  'GET /profile/moderation': plain('listOwnModeration', 'Decisions of moderators about oneself'),
  'POST /profile/moderation/{id}/appeal': plain('appeal', 'Appeal against a decision'),

  'GET /account/sessions': plain('listSessions', 'The devices that are signed in'),
  'DELETE /account/sessions/{id}': plain('endSession', 'End one session'),
  'POST /account/sessions/end-others': plain('endOtherSessions', 'End all sessions but this one'),
  'POST /account/sessions/end-all': plain('endAllSessions', 'End all sessions'),
  'GET /account/export': {
    ...plain('exportAccount', 'The data of the account as JSON, or its votes as CSV'),
    otherReplies: { isJsonToo: true, type: 'text/csv' },
  },
  'DELETE /account': plain('deleteAccount', 'Delete the account'),
  'GET /account/identities': plain('listIdentities', 'The ways to sign in to the account'),
  'POST /account/identities/start': plain('startLink', 'Begin to add a way to sign in'),
  'POST /account/identities/code': plain('finishLink', 'Add it by the code of its sign-in'),
  'POST /account/identities/token': plain('linkGoogle', 'Add Google by an ID token'),
  'DELETE /account/identities/{id}': plain('removeIdentity', 'Remove a way to sign in'),
  'POST /account/reauthentication/start': plain('startRepeatedSignIn', 'Begin to sign in again'),
  'POST /account/reauthentication/code': plain(
    'finishRepeatedSignIn',
    'Sign in again by the code of a provider',
  ),
  'POST /account/reauthentication/token': plain(
    'repeatSignInWithGoogle',
    'Sign in again by an ID token of Google',
  ),

  'GET /candles': cached('listCandles', 'Candles of an hour'),
  'GET /vote/summary': cached(
    'getSummary',
    'The waiting and the live round with their counts, and the price',
  ),
  'GET /rounds': cached('listRounds', 'Rounds, latest first'),
  'GET /rounds/own': plain('listOwnRounds', 'The own votes of a page of rounds'),
  'GET /rounds/{targetDate}': cached('getRound', 'A round with its votes by hour and its result'),
  'GET /offers/calibration': cached('getCalibration', 'Promised and actual shares of hits'),

  'GET /votes': cached('listVotes', 'Votes, latest first'),
  'POST /votes': plain('createVote', 'Vote in the live round'),
  'GET /votes/{id}': plain('getVote', 'A vote with its note'),
  'PUT /votes/{id}': plain('editVote', 'Edit the own direction or note'),
  'GET /votes/{id}/item': plain('getVoteItem', 'A vote as in lists, without its note'),
  'POST /votes/{id}/reaction': plain('reactToVote', 'Like or dislike a note, or take it back'),
  'GET /votes/{id}/proof': plain('getProof', 'Receipt of a vote and its place in the signed tree'),
  'GET /posts/votesUpcomingNextBests': cached('listBestVotes', 'The most liked notes'),

  'GET /posts/recent': cached('listRecentPosts', 'The latest posts of all boards'),
  'GET /posts/{boardType}': cached('listPosts', 'Posts of a board, latest first'),
  'POST /posts/{boardType}': plain('createPost', 'Write a post'),
  'GET /posts/{boardType}/{id}': plain('getPost', 'A post'),
  'PUT /posts/{boardType}/{id}': plain('editPost', 'Edit an own post'),
  'POST /posts/{boardType}/{id}/reaction': plain(
    'reactToPost',
    'Like or dislike a post, or take it back',
  ),

  'GET /votes/{id}/replies': plain('listRepliesToNote', 'Replies to a note, for its readers'),
  'POST /votes/{id}/replies': plain('replyToNote', 'Reply to a note; fixes the own direction'),
  'GET /posts/{boardType}/{id}/replies': plain('listRepliesToPost', 'Replies to a post'),
  'POST /posts/{boardType}/{id}/replies': plain('replyToPost', 'Reply to a post'),
  'PUT /replies/{id}': plain('editReply', 'Edit an own reply within an hour'),
  'DELETE /replies/{id}': plain('deleteReply', 'Delete the text of an own reply'),
  'POST /replies/{id}/reaction': plain('reactToReply', 'Like or dislike a reply, or take it back'),
  'PUT /threads/{target}/{id}/follow': plain('followThread', 'Follow or mute a thread'),
  'GET /search': plain('search', 'Titles, readable texts, people and rounds, latest first'),

  'GET /users/rankers': cached('listRankers', 'The people with the most points'),
  'GET /users/suggest': plain('suggestUsers', 'People to mention, by the beginning of a nickname'),
  'GET /users/{code}': cached('getUser', 'The track record of a person'),
  'GET /users/{code}/votes': plain('listUserVotes', 'Votes of a person, latest first'),
  'GET /ranking': cached('getRanking', 'A page of a ranking'),
  'GET /ranking/me': plain('getOwnRank', 'The own place in a ranking'),

  'GET /blocks': plain('listBlocks', 'The people whom one has blocked, latest first'),
  'PUT /blocks/{code}': plain('block', 'Fold the texts of a person'),
  'DELETE /blocks/{code}': plain('unblock', 'Show the texts of a person again'),

  'GET /alerts/levels': plain('listPriceLevels', 'The own price levels, highest first'),
  'POST /alerts/levels': plain('addPriceLevel', 'Be notified when the price crosses a level'),
  'PUT /alerts/levels/{id}': plain('replacePriceLevel', 'Change a price level'),
  'DELETE /alerts/levels/{id}': plain('removePriceLevel', 'Remove a price level'),
  'GET /notifications': plain('listNotifications', 'The own notifications, latest first'),
  'GET /notifications/unseen': plain('countUnseen', 'How many notifications are new'),
  'POST /notifications/seen': plain('markSeen', 'Mark notifications as seen up to one'),
  'GET /notifications/settings': plain('getNotificationSettings', 'The own notification settings'),
  'PUT /notifications/settings': plain(
    'setNotificationSettings',
    'Change the own notification settings',
  ),
  'POST /notifications/test': plain('sendTest', 'Send a test to the own devices, windows and apps'),
  'POST /notifications/devices': plain('addPushDevice', 'Send push messages to a browser'),
  'DELETE /notifications/devices/{id}': plain(
    'removePushDevice',
    'Remove a browser from push messages',
  ),

  'POST /reports': plain('report', 'Report a post, a note or a person'),
  'GET /modlog': plain('listModlog', 'The public log of moderation'),
  'GET /moderation/cases': plain('listCases', 'Cases of reports (admins)'),
  'GET /moderation/cases/{id}': plain('getCase', 'A case with its reports (admins)'),
  'POST /moderation/acts': plain('moderate', 'Decide a case (admins)'),
  'GET /moderation/appeals': plain('listAppeals', 'Open appeals (admins)'),
  'POST /moderation/appeals/{id}': plain('decideAppeal', 'Decide an appeal (admins)'),

  'GET /admin/overview': plain('getOverview', 'What the operator looks at (admins)'),

  'GET /site': cached('getSite', 'Settings of the site for its pages'),
  'GET /status': cached('getStatus', 'Whether the parts of the site work, and since when'),
  'POST /events': plain('countEvents', 'Count uses of functions, without a person'),
  'POST /error-reports': plain('reportErrors', 'Report errors of a client, without a person'),
  'GET /stream': plain('openStream', 'Live stream (WebSocket): price, counts, rounds'),
}

/** Groups of operations. */
export const TAGS = [
  { name: 'auth', description: 'Signing in and out' },
  { name: 'profile', description: 'The own profile' },
  { name: 'account', description: 'The own sessions, sign-in methods, export and deletion' },
  { name: 'candles', description: 'Prices of BTC/USDT' },
  { name: 'votes', description: 'Rounds, votes with their notes, offers and receipts' },
  { name: 'posts', description: 'Boards' },
  { name: 'replies', description: 'Replies to notes and posts' },
  { name: 'search', description: 'Search' },
  { name: 'users', description: 'Track records and rankings' },
  { name: 'notifications', description: 'The own notifications' },
  { name: 'alerts', description: 'The own price levels' },
  { name: 'blocks', description: 'The people whom one has blocked' },
  { name: 'moderation', description: 'Reports, decisions, appeals and their public log' },
  { name: 'site', description: 'Settings of the site' },
  { name: 'events', description: 'Statistics of use' },
  { name: 'live', description: 'What changes, as it changes' },
]
