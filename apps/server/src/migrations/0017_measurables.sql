-- What a coach asks an athlete first. Every field is the athlete's choice.

create table measurables (
  account_id uuid primary key references accounts (id) on delete cascade,
  height_in  smallint check (height_in between 36 and 96),
  weight_lb  smallint check (weight_lb between 50 and 500),
  position   text check (char_length(position) between 1 and 40),
  marks      jsonb not null default '[]' check (jsonb_typeof(marks) = 'array' and jsonb_array_length(marks) <= 12),
  updated_at timestamptz not null default now()
);
