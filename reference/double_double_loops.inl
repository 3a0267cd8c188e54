// double_double_loops.inl: the loops of double_double_kernels.h for a set of lanes L.
// Included once for each processor type by double_double_*.cpp, after double_double.inl.
HWY_BEFORE_NAMESPACE();
namespace attncheck {
namespace HWY_NAMESPACE {

/// A sum of many terms: hi + lo + what the last roundings lose (Ogita, Rump, Oishi: Sum2 and Dot2).
/// No member has an initialiser: a constructor of the compiler's would not be for this processor type.
template <class L>
struct Accumulator {
  typename L::V sum;
  typename L::V rest;
  HWY_INLINE void add(Pair<L> term) {
    const auto high = two_sum<L>(sum, term.hi);
    sum = high.hi;
    rest = L::add(rest, L::add(high.lo, term.lo));
  }
  HWY_INLINE Pair<L> total() const { return two_sum<L>(sum, rest); }
};

template <class L>
void logits(std::span<const double> query, const Octet* keys, TwoDoubles scale, KeyFigures& row) {
  const auto factor = set_pair<L>(scale.hi, scale.lo);
  for (std::size_t octet = 0; octet < row.hi.size(); ++octet, keys += query.size())
    for (std::size_t lane = 0; lane < 8; lane += L::size) {
      Accumulator<L> dot = {L::set(0), L::set(0)};
      auto magnitude = L::set(0);
      for (std::size_t k = 0; k < query.size(); ++k) {
        const auto product = two_product<L>(L::set(query[k]), L::load(keys[k].lane + lane));
        dot.add(product);
        magnitude = L::add(magnitude, L::abs(product.hi));
      }
      const auto logit = mul<L>(dot.total(), factor);
      L::store(logit.hi, row.hi[octet].lane + lane);
      L::store(logit.lo, row.lo[octet].lane + lane);
      L::store(magnitude, row.magnitude[octet].lane + lane);
      L::store(dot.rest, row.rest[octet].lane + lane);
    }
}

template <class L>
void exponentials(TwoDoubles shift, double least, KeyFigures& row) {
  const auto minus_shift = set_pair<L>(-shift.hi, -shift.lo);
  for (std::size_t octet = 0; octet < row.hi.size(); ++octet)
    for (std::size_t lane = 0; lane < 8; lane += L::size) {
      double* hi = row.hi[octet].lane + lane;
      double* lo = row.lo[octet].lane + lane;
      const auto e = exp<L>(add<L>(Pair<L>{L::load(hi), L::load(lo)}, minus_shift), L::set(least));
      L::store(e.hi, hi);
      L::store(e.lo, lo);
    }
}

/// The float64 next to a / b, both normalised. With q = a / b rounded, a - q b.hi is exact but for its low parts.
template <class L>
HWY_INLINE typename L::V quotient(Pair<L> a, Pair<L> b) {
  const auto first = L::div(a.hi, b.hi);
  const auto product = two_product<L>(first, b.hi);
  const auto high = L::sub(L::sub(a.hi, product.hi), product.lo);
  const auto left = L::add(high, L::fnma(first, b.lo, a.lo));
  return L::add(first, L::div(left, b.hi));
}

template <class L>
void average(std::size_t n, const Octet* values, const KeyFigures& row, TwoDoubles sum, ColumnFigures& columns) {
  const double* hi = row.hi.data()->lane;
  const double* lo = row.lo.data()->lane;
  for (std::size_t lane = 0; lane < 8; lane += L::size) {
    Accumulator<L> weighted = {L::set(0), L::set(0)};
    auto size = L::set(0);
    for (std::size_t j = 0; j < n; ++j) {
      const auto value = L::load(values[j].lane + lane);
      auto product = two_product<L>(L::set(hi[j]), value);
      product.lo = L::fma(L::set(lo[j]), value, product.lo);
      weighted.add(product);
      size = L::add(size, L::abs(product.hi));
    }
    L::store(quotient<L>(weighted.total(), set_pair<L>(sum.hi, sum.lo)), columns.quotient.lane + lane);
    L::store(size, columns.size.lane + lane);
  }
}

template <class L>
void spread(std::size_t n, const Octet* values, const KeyFigures& row, const Octet& centre, ColumnFigures& columns) {
  const double* change = row.change.data()->lane;
  for (std::size_t lane = 0; lane < 8; lane += L::size) {
    const auto middle = L::load(centre.lane + lane);
    auto sum = L::set(0);
    auto hull = L::set(0);
    for (std::size_t j = 0; j < n; ++j) {
      const auto distance = L::abs(L::sub(L::load(values[j].lane + lane), middle));
      sum = L::fma(L::set(change[j]), distance, sum);
      hull = L::max(hull, distance);
    }
    L::store(sum, columns.spread.lane + lane);
    L::store(hull, columns.hull.lane + lane);
  }
}

template <class L>
constexpr DoubleDoubleKernels loops(const char* name) {
  return {name, logits<L>, exponentials<L>, average<L>, spread<L>};
}

}  // namespace HWY_NAMESPACE
}  // namespace attncheck
HWY_AFTER_NAMESPACE();
