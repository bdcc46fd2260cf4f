/**
 * The shape of a screen's sentences without their wording: what a translation must have, no more and no less. A
 * sentence with gaps stays a function of the same arguments.
 */
export type Words<T> = T extends string
  ? string
  : T extends (...values: infer Values) => infer Result
    ? (...values: Values) => Words<Result>
    : { readonly [Key in keyof T]: Words<T[Key]> }
