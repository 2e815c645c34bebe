// Shapes, a grid made before main, and a packer. Places of work: Geometry.static, Geometry.area, Geometry.pack, Geometry.audit.
#include "Geometry.h"

#include "../Kit/Work.h"

namespace geometry {

// One unit of work: about 16 instructions that the compiler can neither shorten nor drop.
static inline unsigned long mix(unsigned long value) {
    value ^= value << 13;
    value ^= value >> 7;
    value ^= value << 17;
    value ^= value << 5;
    value ^= value >> 11;
    asm volatile("" : "+r"(value));
    return value;
}

template <typename Step> static unsigned long repeat(const char *place, unsigned units, unsigned long value, Step step) {
    for (unsigned unit = 0, all = KitUnits(place, units); unit < all; unit++)
        value = step(value);
    KitKeep(value);
    return value;
}

// Made by a static initialiser: no method of Objective-C, and before main.
class Grid {
  public:
    Grid();
    long snapped(double length) const { return cells_[static_cast<unsigned long>(length) % 16]; }

  private:
    long cells_[16];
};

__attribute__((noinline)) Grid::Grid() {
    unsigned long value = repeat("Geometry.static", 250, 2463534242, mix);
    for (long &cell : cells_) {
        value = mix(value);
        cell = static_cast<long>(value % 64);
    }
}

static const Grid grid;

class Shape {
  public:
    explicit Shape(GeometrySize size) : size_(size) {}
    virtual ~Shape() = default;
    virtual long area() const = 0;

  protected:
    GeometrySize size_;
};

class Box final : public Shape {
  public:
    using Shape::Shape;
    long area() const override { return grid.snapped(size_.width) * grid.snapped(size_.height); }
};

class Disc final : public Shape {
  public:
    using Shape::Shape;
    long area() const override;
};

__attribute__((noinline)) long Disc::area() const {
    unsigned long value = repeat("Geometry.area", 5, static_cast<unsigned long>(size_.width) | 1, [](unsigned long value) { return mix(value); });
    return static_cast<long>(value % 100) + grid.snapped(size_.height);
}

template <typename First, typename Second> class Packer {
  public:
    explicit Packer(GeometrySize bounds) : first_(bounds), second_(bounds) {}
    long covered(long count) const;

  private:
    First first_;
    Second second_;
};

template <typename First, typename Second>
__attribute__((noinline)) long Packer<First, Second>::covered(long count) const {
    const Shape *shapes[] = {&first_, &second_};
    long sum = 0;
    for (long index = 0; index < count; index++)
        sum += shapes[index % 2]->area();
    repeat("Geometry.pack", 150, static_cast<unsigned long>(sum) | 1, mix);
    return sum;
}

// Called only under SHOP_NEW=Geometry.
__attribute__((noinline)) static void audit(long sum) {
    repeat("Geometry.audit", 1500, static_cast<unsigned long>(sum) | 1, mix);
}

} // namespace geometry

long GeometryPack(GeometrySize bounds, long count) {
    long sum = geometry::Packer<geometry::Box, geometry::Disc>(bounds).covered(count);
    if (KitNew("Geometry"))
        geometry::audit(sum);
    return sum;
}
