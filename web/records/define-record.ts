import type { UseQueryOptions } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { Vrsta } from '#contract/audit.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { call } from '#web/api.ts'
import type { RecordKind } from '#web/drafts/record-form.tsx'
import type { RecordContent } from '#web/drafts/use-record.ts'
import { read } from '#web/queries.ts'

export type Stored = { readonly id: number | string; readonly verzija: number }
type PageOf<Row> = { results: Row[]; total: number; totalPages: number; page: number; limit: number }
type Answers<T> = Endpoint & { readonly reply: z.ZodType<T> }

type Deleted = { message: string }
type Deletion<Row> = {
  /** The sentence above the reason why the record is not deleted. */
  failed: string
  /** The name in the question, where it is more than text. */
  shown?: (row: Row) => ReactNode
  /** The server can name the uses of the record before the question (`dryRun`). */
  namesUses?: true
}

type Given<R extends Stored, Row extends Stored, D extends RecordContent, B> = Pick<
  RecordKind<R, D, B>,
  'empty' | 'shape' | 'draftOf' | 'draftName' | 'factsOf' | 'check' | 'lines' | 'titles'
> & {
  /** Its kind in the audit trail, and of its drafts. */
  vrsta: Vrsta
  calls: {
    list: Answers<PageOf<Row>>
    get: Answers<R>
    create: Answers<R> & { readonly body: z.ZodType<B> }
    update: Answers<R>
  }
  /** Absent where records of this kind are not deleted. */
  deletion?: Deletion<Row> & { call: Answers<Deleted> }
  /** The name of a record in its history and in the question before it is deleted. */
  nameOf: (row: Row) => string
  /** The first order of its list. */
  sort: string
  order: 'asc' | 'desc'
  /** The words of its list: its name, 'Broj partnera: 12', the search, the button for a new one. */
  words: { label: string; counted: string; search: string; add: string }
  texts: { added: string; changed: string; loadFailed: string; saveFailed: string }
  /** The page of one record, and the action in the list that opens it, if there is one. */
  page?: { addressOf: (id: Row['id']) => string; action?: string }
}

/** The query of a list. */
type PageQuery = { search: string; page: number; limit: number; sort: string; order: string }

/**
 * A kind of record as its list, form, drafts, deletion and page read it. `R` is one record, `Row` a row of its list,
 * `D` the content of its form, and `B` the body that is sent.
 */
export type RecordType<R extends Stored, Row extends Stored, D extends RecordContent, B> = Omit<
  Given<R, Row, D, B>,
  'calls' | 'deletion'
> &
  RecordKind<R, D, B> & {
    pageOf: (query: PageQuery) => UseQueryOptions<PageOf<Row>>
    deletion?: Deletion<Row> & { remove: (row: Row) => Promise<Deleted>; tryOut?: (row: Row) => Promise<Deleted> }
    /** The values in the address of the list. Empty `limit`: the last choice, or LIST_ROWS. `otvori`: the open form. */
    defaults: { page: string; limit: string; search: string; sort: string; order: string; otvori: string }
  }

/** Makes a kind of record from one description. */
export function defineRecord<R extends Stored, Row extends Stored, D extends RecordContent, B>(
  given: Given<R, Row, D, B>,
): RecordType<R, Row, D, B> {
  const { calls, deletion, ...rest } = given
  // The contract checks the input of each endpoint; the type of a general endpoint cannot.
  const send = <T>(endpoint: Answers<T>, options: object) => call(endpoint, options as never) as unknown as Promise<T>
  return {
    ...rest,
    kind: rest.vrsta,
    list: calls.list.path,
    load: (id) => send(calls.get, { params: { id } }),
    create: (body, idempotencyKey) => send(calls.create, { body, idempotencyKey }),
    update: (id, body, ifVersion) => send(calls.update, { params: { id }, body, ifVersion }),
    ...(deletion && {
      deletion: {
        ...deletion,
        remove: ({ id, verzija }) => send(deletion.call, { params: { id }, ifVersion: verzija }),
        ...(deletion.namesUses && {
          tryOut: ({ id }) => send(deletion.call, { params: { id }, query: { dryRun: true } }),
        }),
      },
    }),
    pageOf: (query) => read(calls.list, { query } as never) as unknown as UseQueryOptions<PageOf<Row>>,
    defaults: { page: '1', limit: '', search: '', sort: rest.sort, order: rest.order, otvori: '' },
  }
}
