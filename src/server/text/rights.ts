// Lines of the start about the two roles of the database.

/** The role that migrates may not: it is the product's. */
export const NOT_THE_OWNER =
  'La cuenta que prepara las tablas no es su dueña: dé la de la dueña en DATABASE_OWNER_URL. Vea «Two accounts» en docs/operations.md.'

/** DATABASE_URL alone, or a role that owns the tables. */
export const OWNED_BY_PRODUCT =
  'La cuenta de DATABASE_URL es dueña de las tablas: la base de datos no le impide cambiar el registro. Vea «Two accounts» en docs/operations.md (DATABASE_OWNER_URL).'
