"""The definition itself passes, and nothing that is less: functions, methods, static and class methods, properties, async, generators."""
# criterion: A5
# source: ../trials/harness/sample

# %% trial total
# function: shop/prices.py::total#1
# cases: ../trials/harness/cases/total.py
# candidates: gold, stub, wrong, empty, misnamed

# %% trial Basket.put
# function: shop/prices.py::Basket.put#1
# cases: ../trials/harness/cases/put.py
# candidates: gold, stub, wrong, empty, misnamed

# %% trial Basket.parse
# function: shop/prices.py::Basket.parse#1
# cases: ../trials/harness/cases/parse.py
# candidates: gold, stub, wrong, empty, misnamed

# %% trial Basket.of
# function: shop/prices.py::Basket.of#1
# cases: ../trials/harness/cases/of.py
# candidates: gold, stub, wrong, empty, misnamed

# %% trial Basket.cost
# function: shop/prices.py::Basket.cost#1
# cases: ../trials/harness/cases/cost.py
# candidates: gold, stub, wrong, empty, misnamed

# %% trial total_later
# function: shop/prices.py::total_later#1
# cases: ../trials/harness/cases/total_later.py
# candidates: gold, stub, wrong, empty, misnamed

# %% trial running
# function: shop/prices.py::running#1
# cases: ../trials/harness/cases/running.py
# candidates: gold, stub, wrong, empty, misnamed
