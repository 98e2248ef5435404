/**
 * Every limit of a request or an answer, once, with its unit last in the name. Limits of numbers stand in
 * domain/decimal.ts, of IDs in domain/codes.ts, of days in domain/calendar-date.ts, of characters in
 * domain/one-form.ts.
 */
export const MAX_PDF_BYTES = 10 * 1024 * 1024
/** The size of one attachment, and the number of attachments of one document. */
export const MAX_PRILOG_BYTES = 10 * 1024 * 1024
export const MAX_PRILOGA = 20
export const MAX_INVOICE_SHEET_BYTES = 5 * 1024 * 1024
/** Size of one supplier's invoice, the number read at once, and the size of all: a user may have 32 MB in flight. */
export const MAX_FAKTURA_BYTES = 10 * 1024 * 1024
export const MAX_FAKTURA_FILES = 20
export const MAX_FAKTURE_BYTES = 30 * 1024 * 1024
/** Codes of suppliers of one material. */
export const MAX_SIFARA = 500
export const MAX_IMPORT_SHEET_BYTES = 10 * 1024 * 1024
/** 50,000 lines of documents, as xlsx or CSV. */
export const MAX_DOCUMENT_SHEET_BYTES = 20 * 1024 * 1024
export const MAX_JSON_BYTES = 8 * 1024 * 1024
/** The body of a call without a session: e-mail and password, in any spelling of JSON. */
export const MAX_OPEN_JSON_BYTES = 16 * 1024
/** The nesting of lists and objects; documents have four levels. */
export const MAX_JSON_DEPTH = 20
/** All values of one body: 5000 lines with forty facts each. */
export const MAX_JSON_VALUES = 200_000
/** Members of one list or object: twice a document's lines, so that too many lines get the sentence about lines. */
export const MAX_JSON_MEMBERS = 10_000
/** Forms of ours send one file, or MAX_FAKTURA_FILES with three fields beside them. */
export const MAX_MULTIPART_PARTS = 24
/** The head of each part: name and type of its file. */
export const MAX_PART_HEADER_BYTES = 8 * 1024

/** Errors in one answer: a client that sends thousands of wrong lines gets the first ones. */
export const MAX_TOLD_ERRORS = 1000

export const MIN_PASSWORD_CHARACTERS = 8
export const MAX_PASSWORD_CHARACTERS = 200
export const MAX_EMAIL_CHARACTERS = 254
/** The token by which an account knows a browser, with room. */
export const MAX_DEVICE_CHARACTERS = 100
/** A code of the second step of a login, with blanks and hyphens as people type them. */
export const MAX_SECOND_CODE_CHARACTERS = 40
/** The number of recovery codes that an account gets at once, for when its phone is away. */
export const RECOVERY_CODES = 10
/** The token of a one-time link, with room. */
export const MAX_LINK_CHARACTERS = 100
/** The days in which an invited person may set a password, and the hours to replace a forgotten one. */
export const INVITATION_DAYS = 7
export const RESET_HOURS = 24
/** Accounts that wait for approval, in the window of one's own account. */
export const MAX_WAITING_SHOWN = 50
export const MAX_NAME_CHARACTERS = 200
export const MAX_CODE_CHARACTERS = 50
/** A free remark. */
export const MAX_NOTE_CHARACTERS = 1000
export const MAX_SEARCH_CHARACTERS = 200
/** Different words of one search, and letters of each: PostgreSQL looks for one after the other (decisions/search.md). */
export const MAX_SEARCH_WORDS = 6
export const MAX_SEARCHED_LETTERS = 64
/** Why a period was closed or opened. */
export const MAX_REASON_CHARACTERS = 500
/** Lots to which one line of an export directs its draws. */
export const MAX_USMERENJA = 50

/** A page beyond it is taken for this one, so that page × rows stays an exact integer. */
export const MAX_PAGE = 1_000_000_000
export const MAX_PAGE_ROWS = 5000
export const DOCUMENT_PAGE_ROWS = 10
export const MATERIAL_PAGE_ROWS = 10
export const PRODUCT_PAGE_ROWS = 1000
export const RECORD_PAGE_ROWS = 10
export const POPIS_PAGE_ROWS = 10
export const TRANSACTION_PAGE_ROWS = 10
/** Draws and shortages of the ledger; no more at once, for each takes 30 to 70 µs of everybody's time. */
export const LEDGER_PAGE_ROWS = 1000
export const AUDIT_PAGE_ROWS = 50
export const ARCHIVE_PAGE_ROWS = 50
/** Periods that were closed. */
export const CLOSING_PAGE_ROWS = 50
/** Exported lines that took from the lines of an import. */
export const DISCHARGE_PAGE_ROWS = 50
/** Documents, each with all its lots that have something left. */
export const REMAINING_PAGE_ROWS = 5
/** Sums of each material or product, all of them at once. */
export const SUMMARY_PAGE_ROWS = MAX_PAGE_ROWS

/** Rows of a spreadsheet made from the archive: the draws of a thousand exports of five lines. */
export const MAX_SHEET_ROWS = 50_000

export const MAX_DOCUMENT_ITEMS = 5000
export const MAX_NORMATIV_ITEMS = 500
/** Materials that are counted at once: fewer than a list of JSON may hold. */
export const MAX_POPIS_ITEMS = 9000
/** Lots from which one document takes what does not leave in a product. */
export const MAX_RAZDUZENJE_ITEMS = 500
/** Lines of ours, and rows of a forwarder's sheet, that are compared at once. */
export const MAX_USAGLASENIH = 20_000
/** Values of a reconciliation may differ by this many units and still count as equal. */
export const MAX_TOLERANCIJA = 1_000_000
/** Explanations of differences that are written at once. */
export const MAX_OBJASNJENJA = 500
/** Kinds of goods that one authorisation names. */
export const MAX_ODOBRENJE_ITEMS = 500
/** For discharge: ten years. */
export const MAX_DEADLINE_MONTHS = 120
/** For handing in an account, and for the warning before a deadline: a year. */
export const MAX_DEADLINE_DAYS = 366
/** Rows of the normativi of all lines of an export together: each is a requirement, and nobody else is served meanwhile. */
export const MAX_DOCUMENT_REQUIREMENTS = 50_000
export const MAX_REDNI_BROJ = 1_000_000
export const MAX_IDEMPOTENCY_KEY_CHARACTERS = 200
/** The time in which a request that is sent again gets the first answer. */
export const IDEMPOTENCY_KEY_DAYS = 7

export const MAX_ACCOUNT_NAME_CHARACTERS = 100
export const MAX_PROGRAM_NAME_CHARACTERS = 60

export const MIN_ADDED_ITEMS = 1
export const MAX_ADDED_ITEMS = 20
export const ARCHIVE_SEARCH_DEBOUNCE_MS = 300
export const ARCHIVE_FILTER_DEBOUNCE_MS = 500

/** An uploaded PDF that no document adopted is removed after this long (decisions §3). */
export const ORPHAN_PDF_HOURS = 24
/** The time in which a deletion can be taken back; the PDF of a deleted document is kept for it. */
export const RESTORE_DAYS = 30
