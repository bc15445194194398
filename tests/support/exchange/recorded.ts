/** Rows of a reply as received, and the opens and bars expected from them, oldest first. */
interface RecordedCandles {
  rows: unknown[][]
  opens: string[]
  /** High, low, close and volume of the finished hours. */
  bars: string[]
}

// hummingbot (Apache-2.0), test/hummingbot/data_feed/candles_feed, recorded 2023-01-06.
export const binanceCandles: RecordedCandles = {
  rows: [
    [
      1672988400000,
      '16786.60000000',
      '16802.87000000',
      '16780.15000000',
      '16794.06000000',
      '5763.44917000',
      1672991999999,
      '96775667.56265520',
      160778,
      '3080.59468000',
      '51727251.37008490',
      '0',
    ],
    [
      1672992000000,
      '16794.33000000',
      '16812.22000000',
      '16791.47000000',
      '16802.11000000',
      '5475.13940000',
      1672995599999,
      '92000245.54341140',
      164303,
      '2761.40926000',
      '46400964.30558100',
      '0',
    ],
  ],
  opens: ['16786.60', '16794.33'],
  bars: ['16802.87 16780.15 16794.06 5763.44917'],
}

// As above, 2024-01-16; the running hour is from the recorded socket of the same hour.
export const okxCandles: RecordedCandles = {
  rows: [
    '1705435200000 43169.8 43370 43168 43239 297.60067612 12874025.740848533 12874025.740848533 0',
    '1705431600000 43016 43183.8 42946 43169.7 404.74017381 17447600.212916623 17447600.212916623 1',
    '1705428000000 43053.3 43157.4 42836.5 43016 385.88107189 16589516.212133739 16589516.212133739 1',
  ].map((row) => row.split(' ')),
  opens: ['43053.30', '43016.00', '43169.80'],
  bars: ['43157.40 42836.50 43016.00 385.88107189', '43183.80 42946.00 43169.70 404.74017381'],
}

// As above, 2024-05-08.
export const bybitCandles: RecordedCandles = {
  rows: [
    '1715176800000 62440.14 62841.64 62160.72 62564.68 706.187244 44137837.83110939',
    '1715173200000 62236.73 62466.32 61780.77 62440.14 907.398902 56295800.30345675',
    '1715169600000 62245.79 62458.45 62083.67 62236.73 603.163403 37546804.69133172',
  ].map((row) => row.split(' ')),
  opens: ['62245.79', '62236.73', '62440.14'],
  bars: ['62458.45 62083.67 62236.73 603.163403', '62466.32 61780.77 62440.14 907.398902'],
}

/** Socket messages in the order of their arrival on one connection, with the expected meaning. */
type RecordedMessages = readonly (readonly [message: string, meaning: string])[]

export const binanceMessages: RecordedMessages = [
  // Recorded with wscat, 2025-06-06, without the wrapper of combined streams.
  [
    '{"e":"24hrMiniTicker","E":1749183266025,"s":"BTCUSDT","c":"102492.27000000","o":"105121.06000000","h":"105909.71000000","l":"100372.26000000","v":"24032.63625000","q":"2472261593.19821790"}',
    'price 102492.27 1749183266025',
  ],
  // binance-spot-api-docs, web-socket-streams.md.
  ['{"e":"serverShutdown","E":1770123456789}', 'closing'],
]

export const okxMessages: RecordedMessages = [
  // OKX documentation, WebSocket, subscribe.
  [
    '{"event":"subscribe","arg":{"channel":"tickers","instId":"BTC-USDT"},"connId":"a4d3ae55"}',
    'other',
  ],
  // Logged by a bot, 2023-06-26.
  [
    '{"arg":{"channel":"tickers","instId":"BTC-USDT"},"data":[{"instType":"SPOT","instId":"BTC-USDT","last":"30301.5","lastSz":"0.0013","askPx":"30300.3","askSz":"2.68385152","bidPx":"30300.2","bidSz":"0.67476737","open24h":"30827","high24h":"30886.6","low24h":"29962","sodUtc0":"30467.6","sodUtc8":"30588.2","volCcy24h":"226848774.714833958","vol24h":"7455.88473797","ts":"1687762124866"}]}',
    'price 30301.50 1687762124866',
  ],
  ['pong', 'other'],
  [
    '{"event":"channel-conn-count","channel":"tickers","connCount":"1","connId":"a4d3ae55"}',
    'other',
  ],
  // OKX documentation, notification.
  [
    '{"event":"notice","code":"64008","msg":"The connection will soon be closed for a service upgrade. Please reconnect.","connId":"a4d3ae55"}',
    'closing',
  ],
  // Received for an unknown instrument.
  [
    '{"event":"error","msg":"Subscribe failed, wrong URL or channel:trades,instId:trades.BTC-USDT-SWAP doesn\'t exist. Please use the correct URL, channel and parameters referring to API document.","code":"60018","connId":"b2b0944b"}',
    'refused',
  ],
]

export const bybitMessages: RecordedMessages = [
  [
    '{"success":true,"ret_msg":"subscribe","conn_id":"2324d924-aa4d-45b0-a858-7b8be29ab52b","req_id":"10001","op":"subscribe"}',
    'other',
  ],
  // Recorded in sideprotocol/side, 2025-03-01.
  [
    '{"topic":"tickers.BTCUSDT","ts":1740835319867,"type":"snapshot","cs":64027791513,"data":{"symbol":"BTCUSDT","lastPrice":"84547.99","highPrice24h":"86584.84","lowPrice24h":"80609.26","prevPrice24h":"80900","volume24h":"9416.834648","turnover24h":"792190557.2149933","price24hPcnt":"0.0451","usdIndexPrice":"84501.308024"}}',
    'price 84547.99 1740835319867',
  ],
  [
    '{"success":true,"ret_msg":"pong","conn_id":"465772b1-7630-4fdc-a492-e003e6f0f260","req_id":"","op":"ping"}',
    'other',
  ],
  // Received for an unknown topic.
  [
    '{"success":false,"ret_msg":"error:handler not found,topic:publicTrade.NOTASYMBOL","conn_id":"da7tne17jutmkv5im010-bcdap","req_id":"","op":"subscribe"}',
    'refused',
  ],
]

// The recordings are of BTC-USD (crypto-crawler, 2022-06-02; a live session, 2026-08-25), named BTC-USDT.
export const coinbaseMessages: RecordedMessages = [
  [
    '{"type":"subscriptions","channels":[{"name":"ticker","product_ids":["BTC-USDT"],"account_ids":null},{"name":"heartbeat","product_ids":["BTC-USDT"],"account_ids":null}]}',
    'other',
  ],
  [
    '{"type":"heartbeat","last_trade_id":347875516,"product_id":"BTC-USDT","sequence":38332655400,"time":"2022-06-02T09:20:53.900000Z"}',
    'other',
  ],
  [
    '{"type":"ticker","sequence":38332655422,"product_id":"BTC-USDT","price":"29940.91","open_24h":"31677.61","volume_24h":"27783.70216674","low_24h":"29308.01","high_24h":"31888","volume_30d":"778633.19135445","best_bid":"29940.90","best_ask":"29940.91","side":"buy","time":"2022-06-02T09:20:54.127011Z","trade_id":347875517,"last_size":"0.00061522"}',
    'price 29940.91 1654161654127',
  ],
  [
    '{"type":"heartbeat","last_trade_id":347875517,"product_id":"BTC-USDT","sequence":38332655430,"time":"2022-06-02T09:20:54.900000Z"}',
    'price 29940.91 1654161654900',
  ],
  [
    '{"type":"heartbeat","last_trade_id":347875519,"product_id":"BTC-USDT","sequence":38332655440,"time":"2022-06-02T09:20:55.900000Z"}',
    'other',
  ],
  [
    '{"type":"last_match","trade_id":1081862674,"maker_order_id":"f07e510f-4edf-469d-b844-4f670f1e93f1","taker_order_id":"55c8b85c-75ae-4cd5-9775-eba950fc4605","side":"sell","size":"0.00000001","price":"80691.53","product_id":"BTC-USDT","sequence":134905859981,"time":"2026-08-25T03:35:57.096368Z"}',
    'other',
  ],
  [
    '{"type":"error","message":"Failed to subscribe","reason":"level2, level3, and full channels now require authentication. https://docs.cloud.coinbase.com/exchange/docs/websocket-auth"}',
    'refused',
  ],
]
