-- Dumps of older hosted projects create it, for the vault of then alone. Nothing is in it.
create schema pgsodium;
