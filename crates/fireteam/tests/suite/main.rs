mod golden;
mod twins;
