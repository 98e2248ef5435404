import { MATERIJAL } from '#contract/figures/figure.ts'
import { headerText } from '#domain/sheet.ts'
import { BOM_PLACES } from '#domain/sheet-bom.ts'
import { PAIR, type SheetContent, type SheetField } from '#domain/sheet-fields.ts'
import { INVOICE_COLUMNS } from '#domain/sheet-invoices.ts'
import { MATERIAL_PLACES } from '#domain/sheet-materials.ts'
import { LABELS } from '#domain/sheet-usaglasavanje.ts'
import { C1_HEAD, C1_LINE } from './c1.ts'
import { C4_HEAD, C4_LINE } from './c4.ts'
import { C4_CARINA } from './carina.ts'
import type { FieldTable } from './form-fields.ts'

/** The kinds of imports; choices of columns are remembered for each. */
export const IMPORT_KINDS = [
  'materijali',
  'proizvodi',
  'c4',
  'c1',
  'fakture',
  'popis',
  'kursevi',
  'faktura',
  'usaglasavanje',
] as const
export type ImportKind = (typeof IMPORT_KINDS)[number]

/**
 * Headings in Serbian, English and German by what they mean, as `headerText` folds them: without marks, signs as `_`.
 * The names of the fields and of the form come on top.
 */
const WORDS = {
  sifra:
    'id sifra sifra_artikla sifra_robe ident oznaka kod code item_code item_no item_number item part_no part_number article article_no article_number sku artikel_nr artikelnr artikelnummer art_nr nummer',
  materijal:
    'materijal_id id_materijala materijal sifra_materijala sifra_mat sifra_sirovine sirovina sifra_repromaterijala repromaterijal material material_id material_no material_code material_number materialnummer materialnr material_nr rohstoff',
  komponenta:
    'komponenta sifra_komponente component component_id component_no component_code component_part komponente komponentennummer sastavnica sifra_sastavnice ugradjeni_materijal utrosak_materijala bom_item komponent',
  proizvod:
    'proizvod_id id_proizvoda proizvod sifra_proizvoda gotov_proizvod sifra_gotovog_proizvoda product product_id product_no product_code parent parent_item parent_part finished_good produkt produktnummer erzeugnis erzeugnisnummer fertigteil',
  naziv:
    'naziv naziv_artikla naziv_robe naziv_i_opis opis opis_robe roba artikal name description item_name item_description product_name bezeichnung artikelbezeichnung beschreibung benennung warenbezeichnung artikel',
  naziv_materijala:
    'naziv_materijala ime_materijala opis_materijala material_name material_description materialbezeichnung materijal_naziv naziv_sirovine',
  naziv_proizvoda: 'naziv_proizvoda ime_proizvoda opis_proizvoda product_name product_description proizvod_naziv',
  zemlja_porekla:
    'zemlja_porekla zemlja poreklo drzava zem_porekla zemlja_por drzava_porekla zp country_of_origin origin country coo ursprungsland ursprung herkunftsland herkunft land',
  jedinica_mere:
    'jedinica_mere jm j_m jed jed_mere jedinica jed_mj mj mera unit units uom unit_of_measure einheit mengeneinheit me basiseinheit masseinheit',
  tarifni_broj:
    'tarifni_broj tarifa tarifni_br tar_broj tar_br carinska_tarifa tb ct hs hs_code hs_kod hs_broj hs_br cn_code taric tariff tariff_no tariff_number tariff_code commodity_code zolltarifnummer zolltarif zolltarif_nr zolltarifnr warennummer statistische_warennummer',
  kolicina: 'kolicina kol kolic ulaz_kolicina qty quantity amount_qty menge anzahl stuckzahl',
  potrebna_kolicina:
    'potrebna_kolicina kolicina kol normativ utrosak potrosnja potrosnja_po_jedinici kolicina_po_jedinici qty quantity qty_per qty_per_assembly quantity_per usage menge menge_je bedarfsmenge verbrauch',
  otpad:
    'otpad otpad_procenat otpad_ procenat_otpada skart scrap scrap_percent waste waste_percent ausschuss abfall verschnitt',
  gubitak: 'gubitak gubitak_procenat procenat_gubitka kalo rastur loss loss_percent verlust schwund',
  cena: 'cena jedinicna_cena cena_po_jed cena_po_jedinici cena_kom jed_cena fakturna_cena price unit_price price_per_unit net_price preis einzelpreis e_preis ep stuckpreis nettopreis',
  iznos:
    'iznos vrednost ukupno fakturna_vrednost amount total line_total line_amount value betrag gesamtpreis gesamt gp gesamtbetrag wert',
  broj_fakture:
    'broj_fakture faktura br_fakture faktura_br faktura_broj fakt fakt_br br_fakt broj_racuna br_racuna racun invoice invoice_no invoice_nr invoice_number rechnung rechnungsnummer rechnungsnr rechnungs_nr',
  redni_broj: 'redni_broj r_br rb r_b red_br rbr stavka poz pozicija pos position item_pos line line_no lfd_nr nr no',
  pozicija: 'item',
  datum:
    'datum dat dan datum_dokumenta datum_dok dat_dok datum_uvoza datum_izvoza datum_prijema datum_prihvatanja date document_date belegdatum buchungsdatum',
  datum_fakture: 'datum_fakture rechnungsdatum invoice_date',
  valuta: 'valuta val oznaka_valute currency currency_code curr wahrung waehrung',
  paritet:
    'paritet paritet_isporuke uslovi_isporuke incoterm incoterms delivery_terms lieferbedingung lieferbedingungen',
  tip_dokumenta: 'tip_dokumenta tip vrsta_dokumenta vrsta document_type type dokumentart belegart',
  broj_terminala: 'broj_terminala terminal br_terminala terminal_no',
  broj_c4:
    'broj_c4 c4 c4_broj br_c4 broj_dokumenta br_dokumenta dokument dok br_dok broj_dok broj_uvoza broj_ulaza document document_no document_number belegnummer beleg',
  broj_c1:
    'broj_c1 c1 c1_broj br_c1 broj_dokumenta br_dokumenta dokument dok br_dok broj_dok broj_izvoza broj_izlaza document document_no document_number belegnummer beleg',
  posiljalac_naziv:
    'posiljalac_naziv posiljalac naziv_posiljaoca dobavljac isporucilac izvoznik sender shipper supplier vendor exporter absender lieferant',
  posiljalac_grad:
    'posiljalac_grad grad_posiljaoca mesto_posiljaoca grad_dobavljaca sender_city supplier_city absenderort',
  posiljalac_drzava:
    'posiljalac_drzava drzava_posiljaoca zemlja_posiljaoca drzava_dobavljaca sender_country supplier_country absenderland',
  primalac_naziv:
    'primalac_naziv primalac naziv_primaoca kupac uvoznik receiver recipient consignee customer buyer importer empfanger empfaenger kunde',
  primalac_pib: 'primalac_pib pib pib_primaoca poreski_broj vat vat_no tax_number ust_idnr ust_id',
  primalac_mb: 'primalac_mb mb mb_primaoca maticni_broj',
  primalac_grad: 'primalac_grad grad_primaoca mesto_primaoca receiver_city customer_city empfangerort empfaengerort',
  zemlja_otpreme: 'zemlja_otpreme zemlja_izvoza drzava_otpreme country_of_dispatch dispatch_country versendungsland',
  odobrenje_id: 'odobrenje broj_odobrenja odobrenje_broj authorisation authorization bewilligung',
  broj_jci: 'broj_jci jci mrn jci_broj broj_deklaracije deklaracija declaration declaration_no zollanmeldung',
  oznaka_postupka: 'oznaka_postupka postupak sifra_postupka procedure procedure_code verfahren verfahrenscode',
  carinski_organ: 'carinski_organ carinarnica carinska_ispostava ispostava customs_office zollamt zollstelle',
  rok_razduzenja: 'rok_razduzenja rok rok_za_razduzenje datum_isteka due_date deadline frist',
  dokazuje_poreklo: 'dokazuje_poreklo poreklo dokaz_porekla preferencijalno preferencijal preference proof_of_origin',
  stopa_carine: 'stopa_carine stopa carina carinska_stopa duty duty_rate zollsatz',
  carinska_vrednost_rsd: 'carinska_vrednost_rsd carinska_vrednost customs_value zollwert',
  vec_razduzeno:
    'vec_razduzeno razduzeno_pre_pocetka razduzeno vec_razduzena_kolicina already_discharged already_used verbraucht bereits_verbraucht',
  izbrojano:
    'izbrojano popisano popisana_kolicina stvarno stvarna_kolicina stanje_po_popisu counted counted_quantity gezahlt gezaehlt ist_menge',
  sifra_kupca:
    'vasa_sifra nasa_sifra sifra_kupca materijal_id id_materijala sifra_materijala ihre_artikelnummer kundenartikelnummer customer_part_no your_code',
  sifra_prodavca:
    'sifra sifra_artikla sifra_dobavljaca art_nr artikelnr artikel_nr artikelnummer materialnummer item_no item_code part_no part_number article_no code sku',
  deklaracija:
    'mrn lrn broj_mrn mrn_broj c4 broj_c4 c4_broj jci broj_jci jci_broj br_jci broj_deklaracije br_deklaracije deklaracija deklaracija_broj broj_isprave br_isprave isprava broj_dokumenta br_dokumenta dokument declaration declaration_no declaration_number document_no document_number zollanmeldung registriernummer belegnummer broj br number',
  naimenovanje: 'naimenovanje br_naimenovanja broj_naimenovanja rb_naimenovanja item item_no goods_item warenposition',
  tarifna_oznaka: 'tarifna_oznaka tarifni tarifna tar_oznaka tar_ozn sifra_robe tarbr',
  uvezena_kolicina:
    'uvezeno uvezena_kolicina kolicina_robe kolicina_kom neto neto_masa neto_masa_kg neto_kg neto_tezina netto net_weight net_mass nettogewicht eigenmasse',
  vrednost_robe:
    'vrednost iznos fakturna_vrednost fakturni_iznos vrednost_robe vrednost_fakture iznos_fakture vrednost_po_fakturi ukupna_vrednost carinska_vrednost statisticka_vrednost statisticka osnovica carinska_osnovica customs_value statistical_value invoice_value zollwert statistischer_wert rechnungswert',
  datum_prihvatanja:
    'datum_prihvatanja datum_prihvata prihvaceno datum_deklaracije datum_isprave datum_jci acceptance_date date_of_acceptance annahmedatum',
  srednji_kurs: 'srednji srednji_kurs middle_rate middlerate rate kurs mittelkurs',
  vazi_za: 'vazi_za jedinica paritet unit',
  sifra_valute: 'sifra sifra_valute code currencycode currencycodenumchar',
  oznaka_valute: 'oznaka oznaka_valute valuta currency currencycodealfachar currency_code wahrung waehrung',
  datum_primene: 'datum_primene vazi_od',
  datum_liste: 'datum datum_formiranja datum_kursne_liste date',
} as const

type Words = keyof typeof WORDS
type More = Partial<Pick<SheetField, 'sadrzaj' | 'izbor' | 'obavezno'>>

const field = (polje: string, naziv: string, words: readonly Words[], more: More = {}): SheetField => {
  const own = [polje, headerText(naziv), ...words.flatMap((word) => WORDS[word].split(' '))]
  return { polje, naziv, reci: [...new Set(own)], obavezno: false, izbor: [], sadrzaj: null, ...more }
}
const needed = { obavezno: true } as const

const CONTENTS: Readonly<Record<string, SheetContent>> = { flag: 'da-ne', country: 'zemlja', day: 'datum' }
/** Fields of a document by the table of its form. */
const fieldsOf = (table: FieldTable): SheetField[] =>
  Object.entries(table).map(([polje, { label, said, kind, headings, choices, optional, empty }]) => {
    const sadrzaj = polje === 'tarifni_broj' ? 'tarifa' : (CONTENTS[kind] ?? null)
    // A field that a new form fills in already is not asked for.
    const obavezno = !optional && kind !== 'flag' && kind !== 'ordinal' && !(kind === 'choice' && empty !== '')
    const known = field(polje, said, polje in WORDS ? [polje as Words] : [], { obavezno, izbor: choices, sadrzaj })
    return { ...known, reci: [...new Set([...known.reci, headerText(label), ...headings])] }
  })

const UNIT = field('jedinica_mere', 'Jedinica mere', ['jedinica_mere'], { sadrzaj: 'jedinica' })
const COUNTRY = field('zemlja_porekla', 'Zemlja porekla', ['zemlja_porekla'], { sadrzaj: 'zemlja' })
const TARIFF = field('tarifni_broj', 'Tarifni broj', ['tarifni_broj'], { sadrzaj: 'tarifa' })
const INVOICE = field('broj_fakture', 'Broj fakture', ['broj_fakture'])
/** A line of a document, with the words for its goods and its price. */
const lineFields = (table: FieldTable, goods: 'materijal' | 'proizvod', cena: string): SheetField[] =>
  fieldsOf(table).map((one) => {
    const more: readonly Words[] = one.polje === `${goods}_id` ? [goods, 'sifra'] : one.polje === cena ? ['cena'] : []
    return { ...one, reci: [...new Set([...one.reci, ...more.flatMap((word) => WORDS[word].split(' '))])] }
  })

/** A column 'Broj' beside 'MRN' has another number. */
const DECLARATION = field('broj', LABELS.broj, ['deklaracija'])

/**
 * The fields of each import in the order in which a column is given to them: what its window calls them, their headings,
 * and which of them a new record cannot be without.
 */
export const IMPORT_FIELDS: Readonly<Record<ImportKind, readonly SheetField[]>> = {
  materijali: [
    field('id', 'ID', ['sifra', 'materijal'], needed),
    field('naziv', 'Naziv', ['naziv', 'naziv_materijala'], needed),
    { ...COUNTRY, obavezno: true },
    { ...UNIT, obavezno: true },
    { ...TARIFF, obavezno: true },
  ],
  // A normativ as a list has a row per component. Otherwise the pairs stand in the columns that have no name here.
  proizvodi: [
    field('id', 'ID proizvoda', ['proizvod', 'sifra'], needed),
    field('materijal_id', MATERIJAL, ['materijal', 'komponenta']),
    field('potrebna_kolicina', 'Potrebna količina', ['potrebna_kolicina']),
    field('otpad_procenat', 'Otpad %', ['otpad']),
    field('gubitak_procenat', 'Gubitak %', ['gubitak']),
    field('naziv', 'Naziv', ['naziv_proizvoda', 'naziv'], needed),
    field('hs_code', 'HS kod', ['tarifni_broj'], { ...needed, sadrzaj: 'tarifa' }),
    { ...UNIT, obavezno: true },
  ],
  c4: [
    ...fieldsOf(C4_HEAD),
    ...lineFields(C4_LINE, 'materijal', 'cena_po_jedinici'),
    INVOICE,
    field('materijal_naziv', 'Naziv materijala', ['naziv_materijala', 'naziv']),
    UNIT,
  ],
  c1: [
    ...fieldsOf(C1_HEAD),
    ...lineFields(C1_LINE, 'proizvod', 'cena'),
    INVOICE,
    field('proizvod_naziv', 'Naziv proizvoda', ['naziv_proizvoda', 'naziv']),
    UNIT,
  ],
  fakture: [
    { ...INVOICE, obavezno: true },
    ...lineFields(C4_LINE, 'materijal', 'cena_po_jedinici'),
    ...fieldsOf(C4_CARINA),
    field('materijal_naziv', 'Naziv materijala', ['naziv_materijala', 'naziv']),
    UNIT,
  ],
  popis: [
    field('id', 'ID', ['sifra', 'materijal'], needed),
    field('naziv', 'Naziv', ['naziv', 'naziv_materijala']),
    UNIT,
    field('izbrojano', 'Izbrojano', ['izbrojano', 'kolicina'], needed),
  ],
  kursevi: [
    field('valuta', 'Oznaka valute', ['oznaka_valute']),
    field('sifra', 'Šifra valute', ['sifra_valute']),
    field('jedinica', 'Važi za', ['vazi_za'], needed),
    field('srednji', 'Srednji kurs', ['srednji_kurs'], needed),
    field('primena', 'Datum primene', ['datum_primene'], { sadrzaj: 'datum' }),
    field('datum', 'Datum', ['datum_liste'], { sadrzaj: 'datum' }),
  ],
  faktura: [
    INVOICE,
    field('datum', 'Datum fakture', ['datum', 'datum_fakture'], { sadrzaj: 'datum' }),
    field('valuta', 'Valuta', ['valuta']),
    field('redni_broj', 'Redni broj', ['redni_broj', 'pozicija']),
    field('sifra_kupca', 'Naša šifra', ['sifra_kupca']),
    field('sifra_prodavca', 'Šifra dobavljača', ['sifra_prodavca']),
    field('naziv', 'Naziv', ['naziv', 'proizvod']),
    field('kolicina', 'Količina', ['kolicina'], needed),
    UNIT,
    field('cena', 'Cena', ['cena']),
    field('iznos', 'Iznos', ['iznos']),
    COUNTRY,
    TARIFF,
  ],
  // Units are compared as they stand in the sheet: '1000 kom' is a unit.
  usaglasavanje: [
    { ...DECLARATION, reci: [...DECLARATION.reci.filter((word) => word !== 'broj'), 'broj'] },
    field('redni_broj', LABELS.redni_broj, ['naimenovanje', 'redni_broj']),
    field('tarifni_broj', LABELS.tarifni_broj, ['tarifni_broj', 'tarifna_oznaka'], { sadrzaj: 'tarifa' }),
    field('kolicina', LABELS.kolicina, ['kolicina', 'uvezena_kolicina'], needed),
    field('jedinica_mere', LABELS.jedinica_mere, ['jedinica_mere']),
    field('vrednost', LABELS.vrednost, ['vrednost_robe', 'iznos']),
    field('datum', LABELS.datum, ['datum', 'datum_prihvatanja'], { sadrzaj: 'datum' }),
  ],
}

/** The fields of a sheet without a heading, by its columns from A on. */
export const IMPORT_PLACES: Readonly<Partial<Record<ImportKind, readonly string[]>>> = {
  materijali: MATERIAL_PLACES,
  proizvodi: [...BOM_PLACES, PAIR],
  fakture: INVOICE_COLUMNS,
}
