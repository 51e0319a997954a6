"""How other tools load, call and limit a program, in our own words: what runs in the program's box. Nothing here decides a
verdict; whoever judges does not believe it."""
