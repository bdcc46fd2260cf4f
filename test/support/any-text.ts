import fc from 'fast-check'

const SURROGATES = { from: 0xd800, count: 0x800 }

/** Any text of whole code points. Not by `unit: 'binary'`: making that takes a file of tests one to five seconds. */
export const anyText = (limits: { maxLength?: number } = {}) =>
  fc.string({
    ...limits,
    unit: fc
      .nat(0x10ffff - SURROGATES.count)
      .map((point) => String.fromCodePoint(point < SURROGATES.from ? point : point + SURROGATES.count)),
  })
