import { earnerRoutes, individualSport } from "@app/contract/earners";
import { zodResolver } from "@hookform/resolvers/zod";
import { FormProvider, useForm } from "react-hook-form";
import type { z } from "zod";
import { sendForm } from "#lib/api.ts";
import { CollegeList } from "./college-list.tsx";
import { CategoriesField, TextField } from "./fields.tsx";
import { firstSport } from "./first-values.ts";
import { type EarnerFormProps, FormFrame } from "./form-frame.tsx";
import { sportForm } from "./form-values.ts";
import { Pair } from "./person-fields.tsx";
import { toEntries } from "./to-entries.ts";

type Values = z.input<typeof sportForm>;
type Sent = z.output<typeof sportForm>;

/** A student athlete, step 2 of 2: the sport. */
export function SportForm({ view, categories, onBack, onSaved, onPay }: EarnerFormProps) {
  const form = useForm<Values, unknown, Sent>({ resolver: zodResolver(sportForm), defaultValues: firstSport(view) });

  const send = ({ offers, visits, ...values }: Sent) =>
    sendForm(earnerRoutes.individualSport, {
      body: {
        step: 2,
        ...values,
        offers: lists.offers.parse(toEntries(offers)),
        visits: lists.visits.parse(toEntries(visits)),
      },
      file: null,
    });

  return (
    <FormProvider {...form}>
      <FormFrame<Sent>
        {...{ view, onBack, onSaved, onPay }}
        plan="Individual"
        form="individual-2"
        step="Step 2 of 2"
        submitLabel="Submit"
        onSend={send}
      >
        <Pair>
          <TextField name="graduation_year" label="Graduation year" inputMode="numeric" />
          <TextField name="gpa" label="GPA" inputMode="decimal" />
        </Pair>
        <CategoriesField options={categories} />
        <CollegeList name="offers" categories={categories} />
        <CollegeList name="visits" categories={categories} />
      </FormFrame>
    </FormProvider>
  );
}

const lists = { offers: individualSport.offers, visits: individualSport.visits };
