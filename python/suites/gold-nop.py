"""The definition itself passes, and nothing that is less: functions, methods, static and class methods, properties, async, generators."""
# criterion: A5
# source: gold-nop/source

# %% probe total
# function: shop/prices.py::total#1
# cases: gold-nop/harnesses/total.py
# candidates: gold, stub, wrong, empty, misnamed

# %% probe Basket.put
# function: shop/prices.py::Basket.put#1
# cases: gold-nop/harnesses/put.py
# candidates: gold, stub, wrong, empty, misnamed

# %% probe Basket.parse
# function: shop/prices.py::Basket.parse#1
# cases: gold-nop/harnesses/parse.py
# candidates: gold, stub, wrong, empty, misnamed

# %% probe Basket.of
# function: shop/prices.py::Basket.of#1
# cases: gold-nop/harnesses/of.py
# candidates: gold, stub, wrong, empty, misnamed

# %% probe Basket.cost
# function: shop/prices.py::Basket.cost#1
# cases: gold-nop/harnesses/cost.py
# candidates: gold, stub, wrong, empty, misnamed

# %% probe total_later
# function: shop/prices.py::total_later#1
# cases: gold-nop/harnesses/total_later.py
# candidates: gold, stub, wrong, empty, misnamed

# %% probe running
# function: shop/prices.py::running#1
# cases: gold-nop/harnesses/running.py
# candidates: gold, stub, wrong, empty, misnamed
